# What the pages take for granted: two small creatures with nine keypoints each, in another order on the second, and
# three poses of a creature, numbered alike, of which pairs.jsonl makes two pairs.
nine() { grep -E '(left_ear|nose|tail_tip|left_front_paw|right_front_paw|left_hind_paw|right_hind_paw|belly|nape)$' "$1.all.txt"; }
sigmatch synth -q --vertices 1000 -o x.off --keypoints x.all.txt
sigmatch synth -q --vertices 1000 --pose walk --kin 3 --remesh 5 --scale 2.5 --rotate 7 -o y.off --keypoints y.all.txt
nine x > x.txt
nine y | tac > y.txt
rm x.all.txt y.all.txt
mkdir shapes
sigmatch synth -q --vertices 1000 -o shapes/cat0.off
sigmatch synth -q --vertices 1000 --pose walk -o shapes/cat1.off
sigmatch synth -q --vertices 1000 --pose sit --pose-strength 0.5 -o shapes/cat2.off
sigmatch manifest -q identity shapes --keypoints 9 -o pairs.jsonl
