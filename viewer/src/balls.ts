import {
  CanvasTexture, Group, Mesh, MeshStandardMaterial, type PerspectiveCamera, SphereGeometry, Sprite, SpriteMaterial,
  SRGBColorSpace, Vector3,
} from 'three';
import { textOn } from './palette.js';

/** How a keypoint is shown. */
export interface BallLook {
  colour: string;
  text: string;
  /** `highlighted` shines through the shape, `candidate` has a ring, `faded` stands back. */
  emphasis: 'normal' | 'highlighted' | 'candidate' | 'faded';
}

const sphere = new SphereGeometry(1, 28, 20);

/** Drawings on square canvases, one texture for each. */
const textures = new Map<string, CanvasTexture>();
function texture(key: string, draw: (context: CanvasRenderingContext2D, size: number) => void): CanvasTexture {
  let made = textures.get(key);
  if (!made) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 128;
    draw(canvas.getContext('2d')!, 128);
    made = new CanvasTexture(canvas);
    made.colorSpace = SRGBColorSpace;
    made.anisotropy = 4;
    textures.set(key, made);
  }
  return made;
}

function numberTexture(text: string, colour: string): CanvasTexture {
  return texture(`${text} ${colour}`, (context, size) => {
    context.font = `600 ${text.length > 2 ? 60 : 76}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    context.fillStyle = colour;
    const box = context.measureText(text);
    context.fillText(text, size / 2, size / 2 + (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2);
  });
}

function ringTexture(colour: string, width: number): CanvasTexture {
  return texture(`ring ${colour} ${width}`, (context, size) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.arc(size / 2, size / 2, size / 2 - width / 2 - 2, 0, 2 * Math.PI);
    context.stroke();
  });
}

/** The ball of one keypoint: of the same size on the screen however near it is, with its number in front. */
export class Ball {
  readonly group = new Group();
  private readonly ball = new Mesh(sphere, new MeshStandardMaterial({ roughness: 0.4, metalness: 0, transparent: true }));
  private readonly number = new Sprite(new SpriteMaterial({ transparent: true }));
  private readonly ring = new Sprite(new SpriteMaterial({ transparent: true, depthTest: false }));
  private grown = 1;

  constructor() {
    this.group.add(this.ball, this.number, this.ring);
  }

  setLook(look: BallLook, ringColour: string): void {
    const highlighted = look.emphasis === 'highlighted';
    this.grown = highlighted ? 1.4 : 1;
    this.ball.material.color.set(look.colour);
    this.ball.material.emissive.set(look.colour);
    this.ball.material.emissiveIntensity = 0.18;
    this.number.material.map = numberTexture(look.text, textOn(look.colour));
    this.number.material.needsUpdate = true;
    this.ring.visible = highlighted || look.emphasis === 'candidate';
    this.ring.material.map = ringTexture(ringColour, highlighted ? 9 : 6);
    this.ring.material.needsUpdate = true;
    this.ring.material.opacity = highlighted ? 1 : 0.85;
    this.ball.material.opacity = look.emphasis === 'faded' ? 0.28 : 1;
    this.number.material.opacity = look.emphasis === 'faded' ? 0.4 : 1;
    for (const part of [this.ball, this.number]) {
      part.material.depthTest = !highlighted;
      part.material.depthWrite = look.emphasis !== 'faded';
    }
    this.number.material.depthWrite = false;
    this.ball.renderOrder = highlighted ? 10 : 1;
    this.number.renderOrder = highlighted ? 11 : 2;
    this.ring.renderOrder = highlighted ? 12 : 3;
  }

  /** Half sunk into the surface, so many units large. */
  place({ position, normal }: { position: Vector3; normal: Vector3 }, camera: PerspectiveCamera, radius: number): void {
    const size = radius * this.grown;
    const toCamera = camera.position.clone().sub(position).normalize();
    this.group.position.copy(position).addScaledVector(normal, 0.35 * size);
    this.ball.scale.setScalar(size);
    this.number.position.copy(toCamera).multiplyScalar(1.02 * size);
    this.number.scale.setScalar(2 * size);
    this.ring.position.copy(toCamera).multiplyScalar(1.03 * size);
    this.ring.scale.setScalar((this.grown > 1 ? 3 : 2.9) * size);
  }
}
