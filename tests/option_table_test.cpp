#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "io/spelling.h"
#include "sigmatch/errors.h"
#include "sigmatch/options.h"

namespace sigmatch {
namespace {

/// Text that differs from the default of an option.
std::string another_value(const Option& option) {
    switch (option.kind) {
        case Option::Kind::flag:
            return "true";
        case Option::Kind::integer:
            return "7";
        case Option::Kind::number:
            return "0.375";
        case Option::Kind::word:
            return option.words.back();
    }
    return "";
}

TEST(OptionTable, WhatIsSetIsTold) {
    for (const Option& option : option_table()) {
        MatchOptions options;
        const std::string value = another_value(option);
        ASSERT_NE(value, option.default_text()) << option.name;
        set_option(options, option.name, value);
        const auto told = nlohmann::json::parse(option.json(options));
        EXPECT_EQ(told.is_string() ? told.get<std::string>() : told.dump(), value) << option.name;
    }
}

TEST(OptionTable, EachSetsItsOwnAndNoOther) {
    for (const Option& set : option_table()) {
        MatchOptions options;
        set_option(options, set.name, another_value(set));
        for (const Option& other : option_table()) {
            const bool follows = (set.name == "within" && other.name == "alternatives") ||
                                 set.name == "model" || other.name == "model";
            if (other.name != set.name && !follows) {
                EXPECT_EQ(other.json(options), other.json(MatchOptions())) << set.name << ", " << other.name;
            }
        }
    }
}

/// All options of the paper's model but those that it shares with ours.
TEST(OptionTable, ModelSetsWhatThePaperHas) {
    MatchOptions options;
    set_option(options, "model", "paper");
    EXPECT_EQ(options.faces, 500);
    EXPECT_EQ(options.orientation, Orientation::paper);
    EXPECT_EQ(options.laplacian, Laplacian::cotangent);
    EXPECT_FALSE(options.area_weighted);
    EXPECT_EQ(options.lambda_dist + options.lambda_pair_ori, 0);
    EXPECT_EQ(model_of(options), Model::paper);
    for (const char* shared :
         {"candidates", "lambda_def", "unscaled", "lambda_ori", "prior", "one_sided", "gap"})
        for (const Option& option : option_table())
            if (option.name == shared) {
                EXPECT_EQ(option.json(options), option.json(MatchOptions())) << shared;
            }
    set_option(options, "faces", "400");
    EXPECT_EQ(model_of(options), Model::paper);
    set_option(options, "by_vertex", "false");
    EXPECT_EQ(model_of(options), Model::full);
    set_option(options, "model", "full");
    for (const Option& option : option_table())
        EXPECT_EQ(option.json(options), option.json(MatchOptions())) << option.name;
    EXPECT_THROW(set_option(options, "model", "Paper"), InputError);
}

TEST(OptionTable, NamesAreUniqueAndEverythingIsExplained) {
    std::set<std::string> names;
    for (const Option& option : option_table()) {
        EXPECT_TRUE(names.insert(option.name).second) << option.name;
        EXPECT_GT(option.help.size(), 12u) << option.name;
        EXPECT_EQ(option.kind == Option::Kind::word, !option.words.empty()) << option.name;
        const bool has_value = option.kind == Option::Kind::integer || option.kind == Option::Kind::number;
        EXPECT_EQ(has_value, !option.value.empty()) << option.name;
    }
    EXPECT_EQ(names.size(), 26u);
}

TEST(OptionTable, RefusesWhatIsNoValue) {
    MatchOptions options;
    for (const auto& [name, value] : {std::pair{"lambda_def", "five"},
                                      {"lambda_def", "5x"},
                                      {"lambda_def", ""},
                                      {"threads", "1.5"},
                                      {"faces", "99999999999"},
                                      {"seed", "-1"},
                                      {"partial", "yes"},
                                      {"prior", "lob"},
                                      {"candidates", "-1"},
                                      {"candidates", "Auto"}})
        EXPECT_THROW(set_option(options, name, value), InputError) << name << " = " << value;
    for (const Option& option : option_table())
        EXPECT_EQ(option.json(options), option.json(MatchOptions())) << option.name;
}

TEST(OptionTable, TellsTheNearestName) {
    MatchOptions options;
    try {
        set_option(options, "lamda_def", "5");
        FAIL() << "there is no such option";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "there is no option 'lamda_def' (did you mean lambda_def?)");
    }
    const std::vector<std::string> names = {"--gap", "--seed", "--time-limit"};
    EXPECT_EQ(did_you_mean("--time-limti", names), " (did you mean --time-limit?)");
    EXPECT_EQ(did_you_mean("--timelimit", names), " (did you mean --time-limit?)");
    EXPECT_EQ(did_you_mean("--sede", names), " (did you mean --seed?)");
    EXPECT_EQ(did_you_mean("--wholly-different", names), "");
    EXPECT_EQ(did_you_mean(std::string(100000, '-'), names), "");
}

}  // namespace
}  // namespace sigmatch
