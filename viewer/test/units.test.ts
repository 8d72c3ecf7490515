import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import { moments } from '../src/bounds_plot.js';
import { availableModes, colouringOf, notBent } from '../src/colouring.js';
import { type Pairing, type RankedMatch, type Result, type Report, type Scene, unpackFaces, unpackPoints, unpackScalars } from '../src/data.js';
import { stepped } from '../src/keys.js';
import { candidatesOf, matchingOf, movementOf, numberOf, partnerOf } from '../src/matching.js';
import { hexOf, linearOf, linearToOklab, oklabToLinear, type Triple } from '../src/oklab.js';
import { difference, palette, textOn } from '../src/palette.js';
import { firstPose, fitOf, shifted, turned, zoomed } from '../src/pose.js';
import { boxOf, colourAt, diverging, placeColours, quantile, scalarColours, sequential } from '../src/scales.js';
import { firstState, sideShown } from '../src/state.js';
import { vertexNormals } from '../src/surface.js';
import { summaryOf } from '../src/target_table.js';
import { linkTo, neighbour, nextDoubtful, targetOf } from '../src/targets.js';
import { linearTicks, powerTicks, tickText } from '../src/ticks.js';
import type { Target } from '../src/transfer_data.js';
import { sentenceOf } from '../src/transfer_panels.js';
import { choice, nameOf, percent, seconds, verdict } from '../src/words.js';

function base64(numbers: Uint16Array | Uint32Array): string {
  return Buffer.from(numbers.buffer).toString('base64');
}

test('arrays are unpacked as the library packs them', () => {
  const points = unpackPoints({ offset: [1, 2, 3], scale: 0.5, data: base64(Uint16Array.of(0, 1, 65535, 4, 0, 2)) });
  assert.deepEqual([...points], [1, 2.5, 32770.5, 3, 2, 4]);
  const scalars = unpackScalars({ from: -1, to: 1, data: base64(Uint16Array.of(0, 32767, 65534, 65535)) });
  assert.deepEqual([...scalars], [-1, 0, 1, NaN]);
  assert.deepEqual([...unpackFaces({ wide: false, data: base64(Uint16Array.of(1, 2, 65535)) })], [1, 2, 65535]);
  assert.deepEqual([...unpackFaces({ wide: true, data: base64(Uint32Array.of(1, 2, 70000)) })], [1, 2, 70000]);
});

test('Oklab and back', () => {
  for (const rgb of [[0, 0, 0], [1, 1, 1], [0.2, 0.5, 0.1], [0.9, 0.01, 0.4]] as Triple[]) {
    const back = oklabToLinear(linearToOklab(rgb));
    rgb.forEach((c, k) => assert.ok(Math.abs(c - back[k]) < 1e-6));
  }
  // The published value of red.
  linearToOklab([1, 0, 0]).forEach((c, k) => assert.ok(Math.abs(c - [0.6279554, 0.2248631, 0.1258463][k]) < 1e-6));
  assert.equal(hexOf(linearOf('#1f77b4')), '#1f77b4');
});

test('colours of keypoints differ, also to the colour-blind, from each other and from the shape', () => {
  const colours = palette(36);
  assert.equal(new Set(colours).size, 36);
  assert.deepEqual(palette(5), colours.slice(0, 5));
  const least = (n: number) => {
    let found = Infinity;
    const some = [...colours.slice(0, n), '#b4b8bd'];
    for (let i = 0; i < some.length; ++i)
      for (let j = 0; j < i; ++j) found = Math.min(found, difference(linearOf(some[i]), linearOf(some[j])));
    return found;
  };
  assert.ok(least(8) > 0.1, `${least(8)}`);
  assert.ok(least(36) > 0.04, `${least(36)}`);
  assert.equal(textOn('#ffffff'), '#101418');
  assert.equal(textOn('#202060'), '#ffffff');
});

test('scales: ends, middle, monotone lightness, values that are missing', () => {
  assert.equal(hexOf(colourAt(sequential, 0)), sequential.stops[0]);
  assert.equal(hexOf(colourAt(diverging, 0.5)), diverging.stops[2]);
  let last = Infinity;
  for (let t = 0; t <= 1; t += 0.05) {
    const [L] = linearToOklab(colourAt(sequential, t));
    assert.ok(L < last);
    last = L;
  }
  const colours = scalarColours(Float32Array.of(-5, NaN, 9), sequential, 0, 1, [0.5, 0.25, 0.125]);
  assert.deepEqual([...colours.slice(3, 6)], [0.5, 0.25, 0.125]);
  assert.deepEqual(colours.slice(0, 3), Float32Array.from(colourAt(sequential, 0)));
  assert.deepEqual(colours.slice(6), Float32Array.from(colourAt(sequential, 1)));
  assert.equal(quantile([Float32Array.of(3, NaN, 1), undefined, Float32Array.of(2)], 0.5), 2);
  assert.equal(quantile([undefined], 0.5), 0);
});

test('equal places get equal colours, different ones different', () => {
  const points = Float32Array.of(0, 0, 0, 2, 1, 0.5, 0, 0, 0);
  const colours = placeColours(points, boxOf(points));
  assert.deepEqual(colours.slice(0, 3), colours.slice(6));
  assert.notDeepEqual(colours.slice(0, 3), colours.slice(3, 6));
});

test('a table stands on its legs, whichever axis is up', () => {
  // x: thin, y or z: up, the other one: along. Two legs, and a plate that reaches beyond them.
  for (const up of [1, 2]) {
    const points: number[] = [];
    for (let along = 0; along <= 10; along += 0.5)
      for (let height = 0; height <= 5; height += 0.25) {
        if (height < 4 && along !== 2 && along !== 8) continue;
        const p = [0.1 * (points.length % 2), 0, 0];
        p[up] = height;
        p[3 - up] = along;
        points.push(...p);
      }
    const pose = firstPose(Float32Array.from(points));
    const upOnScreen = new Vector3(0, 1, 0).applyQuaternion(pose.turn).toArray();
    assert.ok(upOnScreen[up] > 0.9, `${up}: ${upOnScreen}`);
  }
});

test('poses: what is turned back is back, zoom has limits, shifts follow the screen', () => {
  const pose = firstPose(Float32Array.of(0, 0, 0, 1, 2, 3));
  const back = turned(turned(pose, 0.3, 0), -0.3, 0);
  assert.ok(back.turn.angleTo(pose.turn) < 1e-6);
  assert.equal(zoomed(pose, 1e9).zoom, 40);
  const right = new Vector3(1, 0, 0).applyQuaternion(pose.turn);
  assert.ok(Math.abs(shifted(pose, 2, 0).shift.dot(right) + 2) < 1e-9);
  const fit = fitOf([Float32Array.of(-1, -2, -3, 3, 2, 1)], pose.turn.identity());
  assert.deepEqual([fit.middle.toArray(), fit.half.toArray()], [[1, 0, -1], [2, 2, 2]]);
});

test('normals of a square', () => {
  const normals = vertexNormals(Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0), [0, 1, 2, 0, 2, 3]);
  assert.deepEqual([...normals], [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
});

test('a match seen from both sides', () => {
  const matching = matchingOf([2, -1, 0], 4);
  assert.deepEqual(matching.partnerOfY, [2, -1, 0, -1]);
  assert.deepEqual(partnerOf(matching, { side: 'y', index: 2 }), { side: 'x', index: 0 });
  assert.equal(partnerOf(matching, { side: 'x', index: 1 }), null);
  assert.equal(numberOf(matching, { side: 'y', index: 0 }), 2);
  assert.equal(numberOf(matching, { side: 'x', index: 1 }), -1);
  const scene = { allowed: [[true, false, true], [false, true, true]] } as Scene;
  const usual = {} as Pairing;
  assert.deepEqual(candidatesOf(scene, usual, { side: 'x', index: 0 }), [0, 2]);
  assert.deepEqual(candidatesOf(scene, usual, { side: 'y', index: 2 }), [0, 1]);
  assert.deepEqual(candidatesOf(scene, { placement: {} } as Pairing, { side: 'x', index: 0 }), []);
});

const result = {
  status: 'optimal', objective: 2, lower_bound: 1.98, gap: 0.01, proof_scope: 'candidates', candidates: 6, options: {},
  seconds: { search: 5 }, trace: [[0, null, null], [1, 0, 3], [4, 1.5, 2]],
} as unknown as Result;

function reportWith(change: Partial<Result>): Report {
  const side = { keypoints: [1, 2, 3] };
  return { result: { ...result, ...change }, x: side, y: side } as unknown as Report;
}

test('the proof in plain words', () => {
  assert.equal(verdict(reportWith({})).sentence,
    'It is proven that no match built from the 6 candidate pairs (of 9) is better by more than 1.00 %. Matches with other pairs are not covered by the proof.');
  assert.equal(verdict(reportWith({ proof_scope: 'all', gap: 0 })).sentence, 'It is proven that no other match of these keypoints is better.');
  assert.match(verdict(reportWith({ status: 'time_limit', gap: 0.25 })).sentence, /^The time ended before the proof\. .* by more than 25 %\./);
  assert.match(verdict(reportWith({ status: 'time_limit', gap: 1 })).sentence, /may be is not known yet\.$/);
  assert.match(verdict(reportWith({ status: 'interrupted' })).sentence, /interrupted/);
  assert.equal(verdict(reportWith({ status: 'fixed' })).kind, 'none');
  assert.match(verdict(reportWith({ status: 'heuristic', options: { method: 'rigid' } })).sentence, /“rigid”/);
});

test('matches in a few words', () => {
  const report = { matches: [{ objective: 2 }, { objective: 2.5, mirrored: true }, { objective: 4 }] } as Report;
  assert.deepEqual([0, 1, 2].map((k) => nameOf(report, k)), ['Best, 2.000', 'Alternative 1, +25 %, mirror image', 'Alternative 2, +100 %']);
});

test('chosen keypoints: what is known of them, and the other placement', () => {
  const chosen = (ambiguous: boolean, margin: number | null) => reportWith({ chosen_keypoints: { ambiguous, margin, moved: [0.1, 0.2, 0.3] } });
  assert.equal(choice(reportWith({})), null);
  assert.match(choice(chosen(true, 0.0123))!.sentence, /fits nearly as well: its misfit is 1\.23 % higher/);
  assert.match(choice(chosen(false, 0.5))!.sentence, /the misfit of the next placement is 50 % higher/);
  assert.match(choice(chosen(false, null))!.sentence, /no other placement/);
  const usual = { match: [2, 1, 0] } as unknown as RankedMatch;
  const other = { match: [0, 1, 2], placement: { keypoints: [7, 8, 9], shownKeypoints: [0, 1, 2] } } as unknown as RankedMatch;
  const report: Report = { ...chosen(true, 0.0123), matches: [usual, other] };
  assert.deepEqual([0, 1].map((match) => sideShown(report, { ...firstState, match }, 'y').keypoints), [[1, 2, 3], [7, 8, 9]]);
  assert.deepEqual(sideShown(report, { ...firstState, match: 1 }, 'x').keypoints, [1, 2, 3]);
  assert.deepEqual([usual, other].map((match) => movementOf(report, match, 0)), [0.3, undefined]);
  assert.equal(nameOf({ ...report, matches: [{ ...usual, objective: 2 }, other] }, 1), 'Other placement, misfit +1.23 %');
});

test('targets: the one to begin with, neighbours, landmarks to check', () => {
  const target = (name: string, status: Target['status'], doubtful: number[] = []): Target => ({ name, status, failure: '', doubtful });
  const targets = [target('a', 'failed'), target('b', 'good'), target('c #1', 'check', [3, 5]), target('d', 'failed'), target('e', 'ambiguous', [0])];
  const [a, b, c, , e] = targets;
  assert.equal(targetOf(targets, ''), c);
  assert.equal(targetOf(targets, '?target=b'), b);
  assert.equal(targetOf(targets, '?target=a'), c);
  assert.equal(targetOf([a, b], ''), b);
  assert.equal(targetOf([a], ''), undefined);
  assert.equal(targetOf(targets, linkTo(c).split('#')[0]), c);
  assert.match(linkTo(c, 'last'), /#last$/);
  assert.deepEqual([neighbour(targets, c, 1), neighbour(targets, c, -1), neighbour(targets, b, -1), neighbour(targets, e, 1)], [e, b, undefined, undefined]);
  assert.deepEqual([null, 3, 4, 5].map((now) => nextDoubtful(c.doubtful, now, 1)), [3, 5, 5, undefined]);
  assert.deepEqual([null, 5, 4, 3].map((now) => nextDoubtful(c.doubtful, now, -1)), [5, 3, 3, undefined]);
  assert.equal(summaryOf(targets), '1 good, 1 to check, 1 ambiguous, 2 failed');
  assert.match(sentenceOf(c, 9), /^2 of 9 landmarks/);
  assert.match(sentenceOf(b, 9), /^All 9 landmarks/);
  assert.match(sentenceOf(e, 9), /^Another match/);
  assert.deepEqual([null, 0, 2].map((now) => stepped(now, 1, 3)), [0, 1, 0]);
  assert.deepEqual([null, 0, 2].map((now) => stepped(now, -1, 3)), [2, 2, 1]);
});

test('colours are those of the match that is shown, or say what is missing', () => {
  const bent = (error: number) => {
    const side = { positions: Float32Array.of(0, 0, 0), error: Float32Array.of(error) };
    return { x: side, y: side };
  };
  const side = { positions: Float32Array.of(0, 0, 0), partners: Float32Array.of(0, 0, 0) };
  const report = { x: side, y: side, matches: [{ bent: bent(0.1) }, { bent: bent(0.2) }, {}] } as unknown as Report;
  assert.deepEqual(availableModes(report), ['plain', 'error', 'dense']);
  const legendOf = (k: number, mode: 'error' | 'dense') => colouringOf(report, report.matches[k], mode).legend;
  assert.deepEqual([0, 1, 2].map((k) => legendOf(k, 'error')?.scale?.to), ['10 %', '20 %', undefined]);
  assert.deepEqual(colouringOf(report, report.matches[2], 'error'), { x: null, y: null, legend: { what: notBent } });
  assert.doesNotMatch(legendOf(0, 'dense')!.what, /best match/);
  assert.match(legendOf(1, 'dense')!.what, /of the best match, not of this one/);
});

test('the trace begins with the first match and ends with the result', () => {
  assert.deepEqual(moments(result), [
    { time: 1, lower: 0, upper: 3 }, { time: 4, lower: 1.5, upper: 2 }, { time: 5, lower: 1.98, upper: 2 },
  ]);
});

test('ticks and numbers are round', () => {
  assert.deepEqual(linearTicks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(linearTicks(0, 0.0106, 4).map(tickText), ['0', '0.005', '0.01']);
  assert.deepEqual(powerTicks(0.05, 20), [0.1, 1, 10]);
  assert.deepEqual([0.0023, 0.5, 3.444, 125, 7300].map(seconds), ['2.3 ms', '500 ms', '3.44 s', '2 min 5 s', '2 h 2 min']);
  assert.deepEqual([0, 0.00004, 0.0123, 0.5].map(percent), ['0 %', '0.0040 %', '1.23 %', '50 %']);
});
