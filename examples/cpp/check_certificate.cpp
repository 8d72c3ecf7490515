// A proof that can be checked by others, with less trust and in less time than the search took.
#include <iostream>

#include "sigmatch/certificate_file.h"
#include "sigmatch/io.h"
#include "sigmatch/match.h"
#include "sigmatch/synth.h"
#include "sigmatch/verify.h"

int main() {
    sigmatch::CreatureOptions creature;
    creature.vertices = 2000;
    const sigmatch::Creature x = sigmatch::make_creature(creature);
    creature.pose = "jump";
    creature.kin = 1;
    const sigmatch::Creature y = sigmatch::make_creature(creature);

    sigmatch::MatchOptions options;
    options.certify = true;
    const auto [ready_x, ready_y] = sigmatch::prepare_pair({x.shape, x.keypoints}, {y.shape, y.keypoints});
    const auto result = sigmatch::match(ready_x, ready_y, options);
    sigmatch::write_file_atomically(
        "proof.sigcert", sigmatch::certificate_bytes(sigmatch::stored_certificate(ready_x, ready_y, result)));
    std::cout << result.brief_report() << '\n';

    // Somebody else, with the two shapes and the file:
    const sigmatch::StoredCertificate stored = sigmatch::read_certificate("proof.sigcert");
    const sigmatch::Verdict verdict = sigmatch::check_proof(stored.certificate);
    sigmatch::check_origin(stored, x.shape, y.shape);
    std::cout << "verified: no match is better by more than " << 100 * verdict.gap() << " %\n";

    // A proof about other shapes proves nothing here.
    try {
        sigmatch::check_origin(stored, y.shape, x.shape);
        return 1;
    } catch (const sigmatch::VerificationError& error) {
        std::cout << "refused: " << error.what() << '\n';
    }
}
