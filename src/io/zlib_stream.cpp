#include "io/zlib_stream.h"

#include <zlib.h>

#include <algorithm>

namespace sigmatch {

namespace {

struct ZStream : z_stream {
    ZStream() : z_stream() { ready = inflateInit(this) == Z_OK; }
    ~ZStream() { inflateEnd(this); }
    ZStream(const ZStream&) = delete;
    ZStream& operator=(const ZStream&) = delete;

    bool ready;
};

}  // namespace

Expansion expand_zlib(std::string_view compressed, std::size_t limit, std::string& expanded) {
    ZStream stream;
    if (!stream.ready || compressed.size() > 0xFFFFFFFFu) return Expansion::damaged;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
    stream.avail_in = static_cast<uInt>(compressed.size());
    char chunk[1 << 15];
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(chunk);
        stream.avail_out = sizeof chunk;
        state = inflate(&stream, Z_NO_FLUSH);
        expanded.append(chunk, sizeof chunk - stream.avail_out);
        if (expanded.size() > limit) return Expansion::too_large;
    }
    return state == Z_STREAM_END ? Expansion::complete : Expansion::damaged;
}

std::size_t largest_expansion(std::size_t compressed_bytes) {
    constexpr std::size_t factor = 64;  // only tiny meshes compress better than this
    constexpr std::size_t always = std::size_t(16) << 20;
    return std::max(always, factor * compressed_bytes);
}

}  // namespace sigmatch
