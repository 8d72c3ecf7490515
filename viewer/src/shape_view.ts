import { Color, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { Ball, type BallLook } from './balls.js';
import type { Side } from './data.js';
import { fieldOfView, type Fit, place, type Pose } from './pose.js';
import { makeSurface, type Surface } from './surface.js';

/** A keypoint on the screen: pixels from the canvas' corner, and whether the surface there faces the viewer. */
export interface ScreenPoint {
  x: number;
  y: number;
  depth: number;
  front: boolean;
}

export interface ViewTheme {
  plain: string;
  haze: string;
  ring: string;
}

/** One shape with its keypoints on one canvas. Nothing is drawn until render() is called. */
export class ShapeView {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(fieldOfView);
  private readonly surface: Surface;
  private readonly balls: Ball[];
  private shownKeypoints: number[];
  private ringColour = '#000';
  private fit: Fit = { middle: new Vector3(), half: new Vector3(1, 1, 1) };
  private width = 1;
  private height = 1;

  constructor(readonly canvas: HTMLCanvasElement, private readonly side: Side) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.debug.checkShaderErrors = false;  // to ask is to wait
    this.surface = makeSurface(side);
    this.balls = side.keypoints.map(() => new Ball());
    this.shownKeypoints = side.shownKeypoints;
    this.scene.add(this.surface.object);
    for (const ball of this.balls) this.scene.add(ball.object);
  }

  /** What the view shows when nothing is zoomed. */
  setFit(fit: Fit): void {
    this.fit = fit;
  }

  setTheme(theme: ViewTheme): void {
    this.ringColour = theme.ring;
    this.surface.setTheme(new Color(theme.plain), new Color(theme.haze));
  }

  setColours(colours: Float32Array | null): void {
    this.surface.setColours(colours);
  }

  /** Other keypoints, as many as before. */
  setKeypoints(shownKeypoints: number[]): void {
    this.shownKeypoints = shownKeypoints;
  }

  /** What the shape is morphed into; undefined: nothing. */
  setBent(bent: Float32Array | undefined): void {
    this.surface.setBent(bent);
  }

  setMorph(share: number): void {
    this.surface.setMorph(share);
  }

  setLooks(looks: BallLook[]): void {
    looks.forEach((look, k) => this.balls[k].setLook(look, this.ringColour));
  }

  /** To the size that the canvas has on the page; true if it had another. */
  resize(): boolean {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === this.width && clientHeight === this.height) return false;
    this.width = Math.max(1, clientWidth);
    this.height = Math.max(1, clientHeight);
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.setSize(this.width, this.height, false);
    this.camera.aspect = this.width / this.height;
    return true;
  }

  setPose(pose: Pose): void {
    place(this.camera, pose, this.fit);
    const distance = this.camera.position.distanceTo(this.fit.middle);
    const radius = this.fit.half.length();
    const pixels = this.height * this.renderer.getPixelRatio() / (2 * Math.tan((fieldOfView * Math.PI) / 360));
    this.surface.setView(pixels, distance - radius, distance + radius);
  }

  /** The radius of a ball on the screen. */
  get ballPixels(): number {
    return Math.min(11, Math.max(8, 0.017 * Math.min(this.width, 1.3 * this.height)));
  }

  render(): void {
    const perPixel = (2 * Math.tan((fieldOfView * Math.PI) / 360)) / this.height;
    this.balls.forEach((ball, k) => {
      const place = this.keypoint(k);
      const depth = -place.position.clone().applyMatrix4(this.camera.matrixWorldInverse).z;
      ball.place(place, this.camera, this.ballPixels * perPixel * depth);
    });
    this.renderer.render(this.scene, this.camera);
  }

  /** Where a keypoint is on the shape, and the normal there. */
  private keypoint(k: number): { position: Vector3; normal: Vector3 } {
    const vertex = this.surface.vertex(this.shownKeypoints[k]);
    const exact = this.side.keypointPositions;
    return exact ? { ...vertex, position: new Vector3().fromArray(exact, 3 * k) } : vertex;
  }

  /** Where a keypoint is on the canvas. */
  project(keypoint: number): ScreenPoint {
    const { position, normal } = this.keypoint(keypoint);
    const toCamera = this.camera.position.clone().sub(position).normalize();
    const at: Vector3 = position.clone().project(this.camera);
    return {
      x: ((at.x + 1) / 2) * this.width,
      y: ((1 - at.y) / 2) * this.height,
      depth: at.z,
      front: normal.lengthSq() === 0 || normal.dot(toCamera) > -0.1,
    };
  }

  /** The keypoint at this place on the canvas, or -1: of those within reach the nearest to the viewer. */
  pick(x: number, y: number, reach: number): number {
    let best = -1;
    let bestScore = Infinity;
    this.balls.forEach((_, k) => {
      const at = this.project(k);
      const pixels = Math.hypot(at.x - x, at.y - y);
      if (pixels > reach) return;
      const score = (at.front ? 0 : 1000) + pixels;
      if (score < bestScore) [best, bestScore] = [k, score];
    });
    return best;
  }
}
