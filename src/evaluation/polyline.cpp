#include "evaluation/polyline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>

namespace sigmatch {

namespace {

/// The part of a segment from `a` to `b`, as shares of its length, in an area (Liang and Barsky 1984).
std::optional<std::pair<double, double>> visible_part(const Pixel& a, const Pixel& b, const Area& area) {
    double from = 0, to = 1;
    const auto cut = [&](double change, double room) {
        if (change == 0) return room >= 0;
        if (change < 0) from = std::max(from, room / change);
        if (change > 0) to = std::min(to, room / change);
        return from <= to;
    };
    if (cut(a.x - b.x, a.x - area.left) && cut(b.x - a.x, area.right - a.x) &&
        cut(a.y - b.y, a.y - area.top) && cut(b.y - a.y, area.bottom - a.y))
        return std::pair{from, to};
    return std::nullopt;
}

Pixel between(const Pixel& a, const Pixel& b, double share) {
    return {std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share)};
}

bool same_column(const Pixel& a, const Pixel& b, double column) {
    return std::floor(a.x / column) == std::floor(b.x / column);
}

Polyline thinned(const Polyline& line, double column) {
    Polyline kept;
    for (auto first = line.begin(); first != line.end();) {
        const auto last =
            std::find_if(first, line.end(), [&](const Pixel& p) { return !same_column(*first, p, column); });
        const auto [low, high] =
            std::minmax_element(first, last, [](const Pixel& a, const Pixel& b) { return a.y < b.y; });
        for (auto p = first; p != last; ++p)
            if (p == first || p == low || p == high || p + 1 == last) kept.push_back(*p);
        first = last;
    }
    return kept;
}

}  // namespace

Polyline as_steps(const Polyline& line) {
    Polyline steps;
    for (const Pixel& p : line) {
        if (!steps.empty()) steps.push_back({p.x, steps.back().y});
        steps.push_back(p);
    }
    return steps;
}

std::vector<Polyline> clipped(const Polyline& line, const Area& area) {
    if (line.size() == 1 && area.contains(line[0])) return {line};
    std::vector<Polyline> parts;
    bool inside = false;
    for (std::size_t i = 1; i < line.size(); ++i) {
        const auto part = visible_part(line[i - 1], line[i], area);
        if (!part) {
            inside = false;
            continue;
        }
        if (!inside) parts.push_back({between(line[i - 1], line[i], part->first)});
        parts.back().push_back(between(line[i - 1], line[i], part->second));
        inside = part->second == 1;
    }
    return parts;
}

std::vector<Polyline> thinned(const std::vector<Polyline>& lines, double column) {
    const auto invisible_gap = [&](const Pixel& a, const Pixel& b) {
        return same_column(a, b, column) && std::abs(a.y - b.y) < column;
    };
    std::vector<Polyline> joined;
    for (const Polyline& line : lines) {
        if (joined.empty() || !invisible_gap(joined.back().back(), line.front())) joined.emplace_back();
        joined.back().insert(joined.back().end(), line.begin(), line.end());
    }
    for (Polyline& line : joined) line = thinned(line, column);
    return joined;
}

std::vector<std::size_t> one_per_cell(const std::vector<Pixel>& points, double cell) {
    std::unordered_set<std::int64_t> taken;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto column = static_cast<std::int32_t>(std::floor(points[i].x / cell));
        const auto row = static_cast<std::int32_t>(std::floor(points[i].y / cell));
        if (taken.insert(std::int64_t{column} << 32 | static_cast<std::uint32_t>(row)).second)
            kept.push_back(i);
    }
    return kept;
}

}  // namespace sigmatch
