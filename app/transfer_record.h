#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sigmatch/transfer.h"
#include "sigmatch/transfer_page.h"

/// What is kept of one target: the file DIR/NAME.json.
struct TransferRecord {
    std::string name;     ///< of the target: its file name without folder and extension
    std::string target;   ///< its file
    std::string failure;  ///< why there are no landmarks; empty if there are
    std::vector<std::string> landmark_names;
    sigmatch::Transfer transfer;  ///< only positions, errors and trust of the landmarks are kept
    double seconds = 0;

    /// The landmarks that somebody should look at.
    std::vector<int> doubtful() const;
    /// good, check, ambiguous or failed.
    std::string status() const;
};

void write_record(const std::string& path, const TransferRecord& record);
/// Nothing if there is no such file, or if it cannot be used.
std::optional<TransferRecord> read_transfer_record(const std::string& path);

/// Tables of all targets: targets.csv, landmarks.csv, and index.html to look at. Without a page, index.html
/// is a plain table.
void write_tables(const std::string& folder, const std::vector<TransferRecord>& records,
                  const std::optional<sigmatch::TransferPage>& page);
