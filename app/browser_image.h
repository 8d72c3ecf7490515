#pragma once

#include <string>

/// Pictures of a page, by the Chromium that is installed.
class Browser {
public:
    /// Throws sigmatch::InputError if there is none.
    Browser();

    /// Writes what the page shows at its address `#image`, as a PNG of 3200 x 1440 pixels. Throws
    /// std::runtime_error if the browser fails.
    void draw(const std::string& html, const std::string& png) const;

private:
    std::string program_;
};
