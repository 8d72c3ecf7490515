#include <algorithm>
#include <cmath>

#include "synth/skeleton.h"

namespace sigmatch::synth {

using Eigen::Vector3d;

namespace {

const Vector3d up(0, 1, 0), down(0, -1, 0), ahead(0, 0, 1), behind(0, 0, -1), across(1, 0, 0);

double torso_length(const Proportions& kin) {
    return std::pow(kin.length("torso"), 0.6);
}

void add_head(Skeleton& s, const Proportions& kin, const Vector3d& neck_end) {
    const double size = kin.girth("head"), snout = kin.length("snout");
    const Vector3d skull = neck_end + size * Vector3d(0, 0.035, 0.05);
    const Vector3d muzzle = skull + size * Vector3d(0, -0.045, 0.10);
    const Vector3d nose = muzzle + size * snout * Vector3d(0, -0.035, 0.15);

    s.add_segment("head", "neck", neck_end, {-30, -45, -20}, {35, 45, 20});
    s.add_part("head", skull, skull + size * Vector3d(0, -0.005, 0.07), size * 0.105, size * 0.085);
    s.add_part("head", muzzle, nose, size * 0.07, size * 0.042);
    s.add_part("head", nose + size * Vector3d(0, 0.018, 0.012), nose + size * Vector3d(0, 0.018, 0.028),
               size * 0.026, size * 0.024);
    for (const Side& side : Skeleton::sides()) {
        const double ear = kin.length("ear") * size;
        const Vector3d root = skull + size * side.at(0.062, 0.07, -0.01);
        const Vector3d tip = root + ear * side.at(0.06, 0.17, -0.015);
        s.add_part("head", skull + size * side.at(0.045, 0.0, 0.06),
                   skull + size * side.at(0.04, -0.03, 0.09), size * 0.058, size * 0.045);
        s.add_flat_part("head", root, tip, size * 0.054, size * 0.026, ahead, 0.55);
        s.add_landmark(side("ear"), tip, tip - root);
        s.add_landmark(side("cheek"), skull + size * side.at(0.04, -0.02, 0.07), side.at(1, -0.25, 0));
    }
    s.add_landmark("nose", nose, Vector3d(0, 0.3, 1));
    s.add_landmark("head_top", skull, up);
}

void add_tail(Skeleton& s, const Proportions& kin, const Vector3d& root) {
    const double length = kin.length("tail"), girth = kin.girth("tail");
    const Vector3d first = root + length * Vector3d(0, 0.02, -0.24);
    const Vector3d second = first + length * Vector3d(0, -0.09, -0.23);
    const Vector3d tip = second + length * Vector3d(0, -0.03, -0.22);

    s.add_segment("tail_1", "hips", root, {-35, -45, 0}, {50, 45, 0});
    s.add_segment("tail_2", "tail_1", first, {-40, -50, 0}, {50, 50, 0});
    s.add_segment("tail_3", "tail_2", second, {-50, -50, 0}, {50, 50, 0});
    s.add_part("tail_1", root, first, girth * 0.055, girth * 0.042);
    s.add_part("tail_2", first, second, girth * 0.042, girth * 0.036);
    s.add_part("tail_3", second, tip, girth * 0.036, girth * 0.026);
    s.add_landmark("tail_middle", 0.5 * (first + second), up);
    s.add_landmark("tail_tip", tip, tip - second);
}

void add_front_leg(Skeleton& s, const Proportions& kin, const Side& side, const Vector3d& shoulder) {
    const double girth = kin.girth("front leg");
    const double upper = kin.length("legs") * std::sqrt(kin.length("front upper leg"));
    const double lower = kin.length("legs") * std::sqrt(kin.length("front lower leg"));
    const Vector3d elbow = shoulder + Vector3d(0, -0.26 * upper, -0.07 * torso_length(kin));
    const Vector3d wrist = elbow + lower * Vector3d(0, -0.29, 0.03);
    const Vector3d paw = wrist + Vector3d(0, -0.055, 0.02);
    const Vector3d toe = paw + girth * Vector3d(0, -0.005, 0.085);

    s.add_segment(side("front_upper"), "chest", shoulder, {-55, -8, -3}, {50, 8, 18});
    s.add_segment(side("front_lower"), side("front_upper"), elbow, {-75, -5, -3}, {5, 5, 3});
    s.add_segment(side("front_paw"), side("front_lower"), wrist, {-20, -5, -5}, {60, 5, 5});
    s.add_part(side("front_upper"), shoulder, elbow, girth * 0.10, girth * 0.064);
    s.add_part(side("front_lower"), elbow, wrist, girth * 0.06, girth * 0.042);
    s.add_part(side("front_paw"), wrist, paw, girth * 0.042, girth * 0.045);
    s.add_flat_part(side("front_paw"), paw, toe, girth * 0.052, girth * 0.05, up, 0.75);
    s.add_landmark(side("shoulder"), shoulder, side.at(1, 0, 0.25));
    s.add_landmark(side("elbow"), elbow, behind);
    s.add_landmark(side("front_paw"), toe, ahead);
}

void add_hind_leg(Skeleton& s, const Proportions& kin, const Side& side, const Vector3d& hip) {
    const double girth = kin.girth("hind leg");
    const double upper = kin.length("legs") * std::sqrt(kin.length("hind upper leg"));
    const double lower = kin.length("legs") * std::sqrt(kin.length("hind lower leg"));
    const Vector3d knee = hip + Vector3d(0, -0.27 * upper, 0.09 * torso_length(kin));
    const Vector3d hock = knee + lower * Vector3d(0, -0.18, -0.19);
    const Vector3d paw = hock + lower * Vector3d(0, -0.175, 0.035);
    const Vector3d toe = paw + girth * Vector3d(0, -0.005, 0.09);

    s.add_segment(side("thigh"), "hips", hip, {-65, -8, -3}, {40, 8, 20});
    s.add_segment(side("shank"), side("thigh"), knee, {-15, -5, -3}, {60, 5, 3});
    s.add_segment(side("foot"), side("shank"), hock, {-60, -5, -5}, {20, 5, 5});
    s.add_flat_part(side("thigh"), hip, knee, girth * 0.14, girth * 0.078, across, 0.8);
    s.add_part(side("shank"), knee, hock, girth * 0.07, girth * 0.042);
    s.add_part(side("foot"), hock, paw, girth * 0.042, girth * 0.042);
    s.add_flat_part(side("foot"), paw, toe, girth * 0.052, girth * 0.05, up, 0.75);
    s.add_landmark(side("hip"), hip, side.at(1, 0.15, 0));
    s.add_landmark(side("knee"), knee, ahead);
    s.add_landmark(side("hock"), hock, behind);
    s.add_landmark(side("hind_paw"), toe, ahead);
}

}  // namespace

Skeleton quadruped_skeleton(const Proportions& kin) {
    const double length = torso_length(kin);
    const double chest_girth = kin.girth("chest"), belly_girth = kin.girth("belly"),
                 hip_girth = kin.girth("hips");
    const double neck_girth = kin.girth("neck");
    const Vector3d middle(0, 0.80, -0.08);
    const Vector3d loin = middle + length * Vector3d(0, 0.01, -0.16);
    const Vector3d rump = loin + length * Vector3d(0, 0.0, -0.20);
    const Vector3d chest = middle + length * Vector3d(0, 0.0, 0.16);
    const Vector3d withers = chest + length * Vector3d(0, 0.01, 0.20);
    const Vector3d neck = withers + Vector3d(0, 0.06, 0.06);
    const Vector3d neck_middle = neck + kin.length("neck") * Vector3d(0, 0.13, 0.10);
    const Vector3d head = neck_middle + kin.length("neck") * Vector3d(0, 0.14, 0.07);

    Skeleton s;
    s.add_segment("hips", "", loin, {-30, -20, -15}, {20, 20, 15});
    s.add_segment("waist", "hips", loin, {-12, -20, -12}, {16, 20, 12});
    s.add_segment("chest", "waist", chest, {-12, -20, -12}, {16, 20, 12});
    s.add_flat_part("hips", rump, loin, hip_girth * 0.155, hip_girth * 0.15, across, 0.85);
    s.add_flat_part("waist", loin, middle, hip_girth * 0.14, belly_girth * 0.155, across, 0.88);
    s.add_flat_part("waist", middle + Vector3d(0, -0.03, 0), chest + Vector3d(0, -0.03, 0),
                    belly_girth * 0.16, belly_girth * 0.17, across, 0.88);
    s.add_flat_part("chest", chest + Vector3d(0, -0.03, 0), withers + Vector3d(0, -0.03, 0),
                    chest_girth * 0.19, chest_girth * 0.165, across, 0.78);

    s.add_segment("neck", "chest", neck, {-25, -35, -15}, {40, 35, 15});
    s.add_part("neck", neck + Vector3d(0, -0.04, -0.02), neck_middle, neck_girth * 0.125, neck_girth * 0.095);
    s.add_part("neck", neck_middle, head, neck_girth * 0.09, neck_girth * 0.08);
    add_head(s, kin, head);
    add_tail(s, kin, rump + Vector3d(0, hip_girth * 0.075, -hip_girth * 0.09));
    // Thick legs stand further apart: the left one must not grow together with the right one.
    const double front_x = std::max(0.125 * std::sqrt(chest_girth), 0.115 * kin.girth("front leg"));
    const double hind_x = std::max(0.125 * std::sqrt(hip_girth), 0.115 * kin.girth("hind leg"));
    for (const Side& side : Skeleton::sides()) {
        add_front_leg(s, kin, side, withers + side.at(front_x, -0.10, -0.01));
        add_hind_leg(s, kin, side, rump + side.at(hind_x, -0.07, 0.02));
    }

    s.add_landmark("throat", neck_middle, Vector3d(0, -0.6, 1));
    s.add_landmark("nape", neck_middle, Vector3d(0, 0.6, -1));
    s.add_landmark("breast", withers, Vector3d(0, -0.35, 1));
    s.add_landmark("withers", withers + Vector3d(0, 0, -0.03), up);
    s.add_landmark("back", middle, up);
    s.add_landmark("belly", middle, down);
    s.add_landmark("rump", rump, Vector3d(0, -0.25, -1));
    return s;
}

}  // namespace sigmatch::synth
