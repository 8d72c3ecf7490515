#include <algorithm>
#include <cmath>

#include "synth/skeleton.h"

namespace sigmatch::synth {

using Eigen::Vector3d;

namespace {

const Vector3d up(0, 1, 0), ahead(0, 0, 1), behind(0, 0, -1);

void add_head(Skeleton& s, const Proportions& kin, const Vector3d& neck_end) {
    const double size = kin.girth("head");
    const Vector3d skull = neck_end + size * Vector3d(0, 0.115, 0.0);
    const Vector3d chin = neck_end + size * Vector3d(0, 0.02, 0.075);
    const Vector3d nose = neck_end + size * Vector3d(0, 0.075, 0.105);

    s.add_segment("head", "neck", neck_end, {-25, -40, -20}, {30, 40, 20});
    s.add_flat_part("head", skull + size * Vector3d(0, 0.0, -0.02), skull + size * Vector3d(0, 0.015, 0.025),
                    size * 0.108, size * 0.1, Vector3d::UnitX(), 0.88);
    s.add_part("head", neck_end + size * Vector3d(0, 0.06, 0.02), chin, size * 0.08, size * 0.042);
    s.add_part("head", nose + size * Vector3d(0, 0.035, -0.005),
               nose + kin.length("nose") * size * Vector3d(0, 0, 0.022), size * 0.02, size * 0.024);
    for (const Side& side : Skeleton::sides()) {
        const Vector3d root = neck_end + size * side.at(0.085, 0.085, -0.015);
        const Vector3d tip = root + size * kin.length("ear") * side.at(0.028, 0.035, -0.018);
        s.add_part("head", root, tip, size * 0.024, size * 0.024);
        s.add_landmark(side("ear"), tip, tip - root);
    }
    s.add_landmark("nose", nose, ahead);
    s.add_landmark("chin", chin, Vector3d(0, -0.4, 1));
    s.add_landmark("head_top", skull, up);
    s.add_landmark("head_back", skull, behind);
}

void add_arm(Skeleton& s, const Proportions& kin, const Side& side, const Vector3d& shoulder) {
    const double girth = kin.girth("arm"), hand = kin.girth("hand");
    const double upper = kin.length("upper arm"), lower = kin.length("forearm");
    const Vector3d along = side.at(0.8, -0.6, 0);
    const Vector3d elbow = shoulder + upper * (0.28 * along + Vector3d(0, 0, -0.015));
    const Vector3d wrist = elbow + lower * (0.25 * along + Vector3d(0, 0, 0.02));
    const Vector3d palm_normal = side.at(0.6, 0.8, 0);
    const Vector3d palm = wrist + hand * 0.075 * along;
    const Vector3d fingers = palm + hand * (0.10 * along + Vector3d(0, 0, 0.01));
    const Vector3d thumb = wrist + hand * (0.045 * along + Vector3d(0, 0, 0.03));
    const Vector3d thumb_tip = thumb + hand * (0.05 * along + Vector3d(0, 0, 0.058));

    s.add_segment(side("upper_arm"), "chest", shoulder, {-30, -60, -55}, {30, 25, 60});
    s.add_segment(side("forearm"), side("upper_arm"), elbow, {-45, -100, -10}, {10, -5, 10});
    s.add_segment(side("hand"), side("forearm"), wrist, {-20, -25, -35}, {20, 15, 35});
    s.add_part(side("upper_arm"), shoulder, elbow, girth * 0.068, girth * 0.05);
    s.add_part(side("forearm"), elbow, wrist, girth * 0.05, girth * 0.034);
    s.add_flat_part(side("hand"), wrist, palm, hand * 0.036, hand * 0.05, palm_normal, 0.5);
    s.add_flat_part(side("hand"), palm, fingers, hand * 0.048, hand * 0.036, palm_normal, 0.48);
    s.add_part(side("hand"), thumb, thumb_tip, hand * 0.022, hand * 0.018);
    s.add_landmark(side("shoulder"), shoulder, side.at(0.55, 0.8, 0));
    s.add_landmark(side("elbow"), elbow, behind);
    s.add_landmark(side("wrist"), wrist, palm_normal);
    s.add_landmark(side("fingers"), fingers, along);
    s.add_landmark(side("thumb"), thumb_tip, thumb_tip - thumb);
}

void add_leg(Skeleton& s, const Proportions& kin, const Side& side, const Vector3d& hip) {
    const double girth = kin.girth("leg"), foot = kin.girth("foot");
    const Vector3d knee = hip + kin.length("thigh") * side.at(0.02, -0.45, 0.015);
    const Vector3d ankle = knee + kin.length("shank") * side.at(0.01, -0.42, -0.035);
    const Vector3d heel = ankle + foot * Vector3d(0, -0.045, -0.02);
    const Vector3d toes = heel + foot * kin.length("foot") * side.at(0.03, -0.008, 0.20);

    s.add_segment(side("thigh"), "hips", hip, {-85, -15, -3}, {25, 15, 35});
    s.add_segment(side("shank"), side("thigh"), knee, {0, -3, -3}, {95, 3, 3});
    s.add_segment(side("foot"), side("shank"), ankle, {-15, -10, -5}, {35, 10, 5});
    s.add_part(side("thigh"), hip, knee, girth * 0.098, girth * 0.063);
    s.add_part(side("shank"), knee, ankle, girth * 0.06, girth * 0.038);
    s.add_part(side("shank"), knee + 0.1 * (ankle - knee) + Vector3d(0, 0, -0.012 * girth),
               knee + 0.5 * (ankle - knee) + Vector3d(0, 0, -0.012 * girth), girth * 0.05, girth * 0.04);
    s.add_part(side("foot"), ankle, heel, girth * 0.038, foot * 0.044);
    s.add_flat_part(side("foot"), heel, toes, foot * 0.044, foot * 0.05, up, 0.7);
    s.add_landmark(side("hip"), hip, side.at(1, 0.1, 0));
    s.add_landmark(side("knee"), knee, ahead);
    s.add_landmark(side("heel"), heel, behind);
    s.add_landmark(side("toes"), toes, ahead);
}

}  // namespace

Skeleton biped_skeleton(const Proportions& kin) {
    const double length = kin.length("torso");
    const double chest_girth = kin.girth("chest"), belly_girth = kin.girth("belly"),
                 hip_girth = kin.girth("hips");
    const Vector3d pelvis(0, 1.0, 0);
    const Vector3d navel = pelvis + length * Vector3d(0, 0.16, 0.01);
    const Vector3d breast = navel + length * Vector3d(0, 0.17, -0.005);
    const Vector3d collar = breast + length * Vector3d(0, 0.13, -0.02);
    const Vector3d neck = collar + Vector3d(0, 0.03, 0);
    const Vector3d head = neck + kin.length("neck") * Vector3d(0, 0.11, 0.02);
    // Thick legs stand further apart: the left one must not grow together with the right one.
    const double hip_x = std::max(0.105 * hip_girth, 0.107 * kin.girth("leg"));
    const double shoulder_x = 0.185 * kin.length("shoulders") * std::max(1.0, std::sqrt(chest_girth));

    Skeleton s;
    s.add_segment("hips", "", pelvis, {-20, -20, -15}, {25, 20, 15});
    s.add_segment("waist", "hips", 0.5 * (pelvis + navel), {-10, -25, -15}, {30, 25, 15});
    s.add_segment("chest", "waist", 0.5 * (navel + breast), {-10, -25, -15}, {30, 25, 15});
    s.add_segment("neck", "chest", neck, {-15, -25, -15}, {25, 25, 15});
    for (const Side& side : Skeleton::sides()) {
        s.add_part("hips", pelvis + side.at(0.03, 0.03, 0), pelvis + side.at(0.55 * hip_x, -0.03, -0.02),
                   hip_girth * 0.105, hip_girth * 0.108);
        s.add_part("waist", pelvis + side.at(0.045 * belly_girth, 0.03, 0),
                   breast + side.at(0.055 * belly_girth, -0.03, 0), belly_girth * 0.108, belly_girth * 0.105);
        s.add_part("chest", breast + side.at(0.06 * chest_girth, -0.06, 0),
                   collar + side.at(0.065 * chest_girth, -0.07, 0), chest_girth * 0.105, chest_girth * 0.10);
        s.add_part("chest", collar + side.at(0.03, -0.015, 0),
                   side.at(shoulder_x, collar.y() - 0.03, collar.z()), 0.062, 0.06);
    }
    s.add_part("neck", neck + Vector3d(0, -0.03, 0), head + Vector3d(0, 0.03, 0), kin.girth("neck") * 0.06,
               kin.girth("neck") * 0.056);
    add_head(s, kin, head);
    for (const Side& side : Skeleton::sides()) {
        add_arm(s, kin, side, side.at(shoulder_x, collar.y() - 0.035, collar.z()));
        add_leg(s, kin, side, pelvis + side.at(hip_x, -0.06, 0));
    }

    s.add_landmark("throat", 0.5 * (neck + head), ahead);
    s.add_landmark("nape", neck, behind);
    s.add_landmark("breast", breast, ahead);
    s.add_landmark("back", breast, behind);
    s.add_landmark("navel", navel, ahead);
    s.add_landmark("rump", pelvis, Vector3d(0, -0.3, -1));
    return s;
}

}  // namespace sigmatch::synth
