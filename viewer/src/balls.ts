import {
  CanvasTexture, Color, LinearFilter, Mesh, type PerspectiveCamera, PlaneGeometry, ShaderMaterial, type Texture, Vector3,
} from 'three';
import { lightOf } from './lit_material.js';
import { textOn } from './palette.js';

/** How a keypoint is shown. */
export interface BallLook {
  colour: string;
  text: string;
  /** `highlighted` shines through the shape, `candidate` has a ring, `faded` stands back. */
  emphasis: 'normal' | 'highlighted' | 'candidate' | 'faded';
  /** Somebody should look at it: its ring is dashed. */
  doubtful: boolean;
}

/** The outer radius of a ring, in radii of its ball. */
export const ringReach = 1.42;
/** A highlighted ball is so much larger. */
export const highlightedSize = 1.35;
/** The square that a ball and its ring are painted on reaches so many radii from the middle. */
const reach = 1.5;

// A ball is painted on a square that faces the viewer: at its size on the screen no one can tell.
const vertexShader = `
  uniform float radius;
  varying vec2 at;
  void main() {
    at = ${reach.toFixed(1)} * position.xy;
    vec4 middle = modelViewMatrix * vec4(0.0, 0.0, 0.0, 1.0);
    gl_Position = projectionMatrix * (middle + vec4(radius * at, 0.0, 0.0));
  }`;

const fragmentShader = `
  uniform vec3 diffuse, textColour, ringColour;
  uniform float opacity, ring, dashes;
  uniform sampler2D number;
  varying vec2 at;
  ${lightOf}
  void main() {
    float r = length(at);
    float soft = fwidth(r);
    float ball = 1.0 - smoothstep(1.0 - soft, 1.0, r);
    vec3 n = vec3(at, sqrt(max(0.0, 1.0 - r * r)));
    vec3 colour = diffuse * (0.25 + 0.8 * lightOf(n)) + 0.22 * shineOf(n, vec3(0.0, 0.0, 1.0));
    colour = mix(colour, textColour, texture2D(number, 0.5 + 0.5 * clamp(at, -1.0, 1.0)).a);
    float inner = dashes > 0.0 ? 1.08 : 1.2;
    float dash = dashes > 0.0 ? step(0.0, sin(dashes * atan(at.y, at.x))) : 1.0;
    float outer = ring * dash * smoothstep(inner, inner + soft, r) * (1.0 - smoothstep(${ringReach} - soft, ${ringReach}, r));
    gl_FragColor = vec4(r < 1.05 ? colour : ringColour, max(ball * opacity, outer));
    if (gl_FragColor.a < 0.01) discard;
    #include <colorspace_fragment>
  }`;

const square = new PlaneGeometry(2, 2);

const numbers = new Map<string, Texture>();
function numberTexture(text: string): Texture {
  let made = numbers.get(text);
  if (!made) {
    const size = 64;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const context = canvas.getContext('2d')!;
    context.font = `600 ${text.length > 2 ? 29 : 37}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;
    context.textAlign = 'center';
    const box = context.measureText(text);
    context.fillText(text, size / 2, size / 2 + (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2);
    made = new CanvasTexture(canvas);
    made.generateMipmaps = false;
    made.minFilter = LinearFilter;
    numbers.set(text, made);
  }
  return made;
}

/** The ball of one keypoint, with its number: of the same size on the screen however near it is. */
export class Ball {
  private readonly uniforms = {
    radius: { value: 1 },
    diffuse: { value: new Color() },
    textColour: { value: new Color() },
    ringColour: { value: new Color() },
    opacity: { value: 1 },
    ring: { value: 0 },
    dashes: { value: 0 },
    number: { value: null as Texture | null },
  };
  readonly object = new Mesh(square, new ShaderMaterial({
    uniforms: this.uniforms, vertexShader, fragmentShader, transparent: true,
  }));
  private grown = 1;

  constructor() {
    this.object.frustumCulled = false;
  }

  setLook(look: BallLook, ringColour: string): void {
    const highlighted = look.emphasis === 'highlighted';
    this.grown = highlighted ? highlightedSize : 1;
    this.uniforms.diffuse.value.set(look.colour);
    this.uniforms.textColour.value.set(textOn(look.colour));
    this.uniforms.ringColour.value.set(ringColour);
    this.uniforms.number.value = numberTexture(look.text);
    this.uniforms.opacity.value = look.emphasis === 'faded' ? 0.3 : 1;
    this.uniforms.ring.value =
      highlighted ? 1 : look.doubtful ? this.uniforms.opacity.value : look.emphasis === 'candidate' ? 0.6 : 0;
    this.uniforms.dashes.value = look.doubtful && !highlighted ? 5 : 0;
    this.object.material.depthTest = !highlighted;
    this.object.material.depthWrite = look.emphasis !== 'faded';
    this.object.renderOrder = highlighted ? 2 : 1;
  }

  /**
   * On the surface, so many units large, and drawn that much nearer to the viewer that the surface around it does not
   * cut it: it is hidden only where something stands before it.
   */
  place({ position, normal }: { position: Vector3; normal: Vector3 }, camera: PerspectiveCamera, radius: number): void {
    this.uniforms.radius.value = radius * this.grown;
    const toCamera = camera.position.clone().sub(position).normalize();
    this.object.position.copy(position).addScaledVector(normal, 0.3 * radius).addScaledVector(toCamera, 3 * radius);
  }
}
