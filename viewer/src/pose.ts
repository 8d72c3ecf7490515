import { Box3, Matrix4, type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { boxOf } from './scales.js';

/** From where a shape is looked at. Both views may share one. */
export interface Pose {
  turn: Quaternion;
  /** 1: the shape fills the view. */
  zoom: number;
  /** Of the point that is looked at, from the middle of the shape: see place(). */
  shift: Vector3;
}

export const fieldOfView = 28;

export function copyPose(pose: Pose): Pose {
  return { turn: pose.turn.clone(), zoom: pose.zoom, shift: pose.shift.clone() };
}

/** Turned about the screen's vertical and horizontal axis: what is near follows the pointer. */
export function turned(pose: Pose, right: number, down: number, roll = 0): Pose {
  const about = (x: number, y: number, z: number, angle: number) =>
    new Quaternion().setFromAxisAngle(new Vector3(x, y, z), angle);
  const turn = pose.turn.clone();
  turn.multiply(about(0, 1, 0, -right)).multiply(about(1, 0, 0, -down)).multiply(about(0, 0, 1, roll));
  return { ...pose, turn: turn.normalize() };
}

export function zoomed(pose: Pose, factor: number): Pose {
  return { ...pose, zoom: Math.min(40, Math.max(0.3, pose.zoom * factor)) };
}

/** Moved with the screen, in units of place(). */
export function shifted(pose: Pose, right: number, up: number): Pose {
  const step = new Vector3(-right, -up, 0).applyQuaternion(pose.turn);
  return { ...pose, shift: pose.shift.clone().add(step) };
}

/** What a view shows at zoom 1: a box that stands as the camera does. */
export interface Fit {
  middle: Vector3;
  /** Half of its width, height and depth. */
  half: Vector3;
}

/** The box around all points, as seen from this turn. */
export function fitOf(clouds: Float32Array[], turn: Quaternion): Fit {
  const back = turn.clone().invert();
  const box = new Box3();
  const p = new Vector3();
  for (const points of clouds)
    for (let k = 0; k < points.length; k += 3) box.expandByPoint(p.fromArray(points, k).applyQuaternion(back));
  return { middle: box.getCenter(new Vector3()).applyQuaternion(turn), half: box.getSize(new Vector3()).divideScalar(2) };
}

/** Puts the camera where the pose says. The unit of shifts is half the height of the view. */
export function place(camera: PerspectiveCamera, pose: Pose, { middle, half }: Fit): void {
  const slope = Math.tan((fieldOfView * Math.PI) / 360);
  const room = 1.22;  // for the balls, the caption and the slider
  const reach = (room * Math.max(half.y, half.x / camera.aspect)) / slope + half.z;
  const distance = reach / pose.zoom;
  const radius = half.length();
  const target = pose.shift.clone().multiplyScalar(reach * slope).add(middle);
  camera.quaternion.copy(pose.turn);
  camera.position.set(0, 0, distance).applyQuaternion(pose.turn).add(target);
  camera.near = Math.max(0.01 * radius, distance - 4 * radius);
  camera.far = distance + 4 * radius;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

/** Of the points in the lowest twentieth along `up`: how far they spread along `across`, by the whole spread. */
function footprint(positions: Float32Array, low: number[], high: number[], up: number, across: number): number {
  const ground = low[up] + 0.05 * (high[up] - low[up]);
  let from = Infinity;
  let to = -Infinity;
  for (let k = 0; k < positions.length; k += 3) {
    if (positions[k + up] > ground) continue;
    from = Math.min(from, positions[k + across]);
    to = Math.max(to, positions[k + across]);
  }
  return (to - from) / Math.max(1e-9, high[across] - low[across]);
}

/**
 * A first look: along the axis in which the shape is thinnest, a little from above and from the side. Files do not
 * say which axis is up. Of the other two it is the one with the wider footprint, since what stands on a tail or a
 * hand has a small one; y where that says little.
 */
export function firstPose(positions: Float32Array): Pose {
  const { low, high } = boxOf(positions);
  const extent = [0, 1, 2].map((c) => high[c] - low[c]);
  const depth = [0, 1, 2].reduce((thinnest, c) => (extent[c] < extent[thinnest] ? c : thinnest), 0);
  const [first, second] = depth === 1 ? [2, 0] : [1, depth === 0 ? 2 : 0];
  const stands = (up: number, across: number) => footprint(positions, low, high, up, across);
  const up = stands(second, first) > 1.5 * stands(first, second) ? second : first;
  const axis = (c: number) => new Vector3(c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0);
  const right = axis(up).cross(axis(depth));
  const turn = new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(right, axis(up), axis(depth)));
  return turned({ turn, zoom: 1, shift: new Vector3() }, -0.5, 0.22);
}
