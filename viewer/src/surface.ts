import { BufferAttribute, BufferGeometry, Color, Mesh, Points, ShaderMaterial, Vector3 } from 'three';
import type { Side } from './data.js';
import { LitMaterial } from './lit_material.js';
import { boxOf } from './scales.js';

/** Area-weighted vertex normals, three numbers each. */
export function vertexNormals(positions: Float32Array, triangles: ArrayLike<number>): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let f = 0; f < triangles.length; f += 3) {
    const a = 3 * triangles[f], b = 3 * triangles[f + 1], c = 3 * triangles[f + 2];
    const ux = positions[b] - positions[a], uy = positions[b + 1] - positions[a + 1], uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a], vy = positions[c + 1] - positions[a + 1], vz = positions[c + 2] - positions[a + 2];
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    for (let k = 0; k < 3; ++k) {
      const v = 3 * triangles[f + k];
      normals[v] += nx;
      normals[v + 1] += ny;
      normals[v + 2] += nz;
    }
  }
  for (let v = 0; v < normals.length; v += 3) {
    const length = Math.hypot(normals[v], normals[v + 1], normals[v + 2]) || 1;
    for (let k = 0; k < 3; ++k) normals[v + k] /= length;
  }
  return normals;
}

const pointShader = {
  vertex: `
    attribute vec3 bent;
    uniform float morph, size, scale, nearest, farthest;
    varying vec3 tint;
    varying float depth;
    void main() {
      vec4 p = modelViewMatrix * vec4(mix(position, bent, morph), 1.0);
      depth = clamp((-p.z - nearest) / (farthest - nearest), 0.0, 1.0);
      tint = color;
      gl_Position = projectionMatrix * p;
      gl_PointSize = max(2.0, size * scale / -p.z);
    }`,
  // Little balls, and paler with the distance: points have no surface that could catch light.
  fragment: `
    uniform vec3 haze;
    varying vec3 tint;
    varying float depth;
    void main() {
      vec2 p = 2.0 * gl_PointCoord - 1.0;
      float r = dot(p, p);
      if (r > 1.0) discard;
      float light = 0.45 + 0.4 * sqrt(1.0 - r) - 0.1 * (p.x + p.y);
      gl_FragColor = vec4(mix(tint * light, haze, 0.4 * depth), 1.0);
      #include <colorspace_fragment>
    }`,
};

/** A shape as three.js shows it: triangles or points, in colours, on their way to the bent shape. */
export interface Surface {
  object: Mesh | Points;
  /** `null`: the plain colour for all vertices. */
  setColours(colours: Float32Array | null): void;
  /** `undefined`: it stays as it is. */
  setBent(bent: Float32Array | undefined): void;
  setMorph(share: number): void;
  setTheme(plain: Color, haze: Color): void;
  /** What points need to know: pixels per unit at distance 1, and the distances that the shape lies between. */
  setView(scale: number, nearest: number, farthest: number): void;
  /** Where a vertex is now, and its normal (zero where there is none). */
  vertex(v: number): { position: Vector3; normal: Vector3 };
}

function lerped(from: BufferAttribute, to: BufferAttribute, v: number, share: number): Vector3 {
  return new Vector3().fromBufferAttribute(from, v).lerp(new Vector3().fromBufferAttribute(to, v), share);
}

/** The attribute of this name, with numbers of its own. */
function copied(geometry: BufferGeometry, name: string, values: Float32Array): BufferAttribute {
  const attribute = new BufferAttribute(values.slice(), 3);
  geometry.setAttribute(name, attribute);
  return attribute;
}

function replace(attribute: BufferAttribute, values: Float32Array): void {
  attribute.array.set(values);
  attribute.needsUpdate = true;
}

function meshSurface(side: Side): Surface {
  const geometry = new BufferGeometry();
  const position = new BufferAttribute(side.positions, 3);
  const normals = vertexNormals(side.positions, side.triangles);
  const normal = new BufferAttribute(normals, 3);
  geometry.setAttribute('position', position);
  geometry.setAttribute('normal', normal);
  geometry.setIndex(new BufferAttribute(side.triangles, 1));
  const bentPosition = copied(geometry, 'bent', side.positions);
  const bentNormal = copied(geometry, 'bentNormal', normals);
  const colour = copied(geometry, 'color', new Float32Array(side.positions.length).fill(1));
  const material = new LitMaterial();
  const { diffuse, morph } = material.uniforms;
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  let plain = new Color('#c3c8ce');
  let coloured = false;
  const paint = () => diffuse.value.copy(coloured ? new Color(1, 1, 1) : plain);
  return {
    object: mesh,
    setColours(colours) {
      coloured = colours !== null;
      if (colours) colour.array.set(colours);
      else colour.array.fill(1);
      colour.needsUpdate = true;
      paint();
    },
    setBent(bent) {
      replace(bentPosition, bent ?? side.positions);
      replace(bentNormal, bent ? vertexNormals(bent, side.triangles) : normals);
    },
    setMorph(share) {
      morph.value = share;
    },
    setTheme(newPlain) {
      plain = newPlain;
      paint();
    },
    setView() {},
    vertex(v) {
      return {
        position: lerped(position, bentPosition, v, morph.value),
        normal: lerped(normal, bentNormal, v, morph.value).normalize(),
      };
    },
  };
}

function cloudSurface(side: Side): Surface {
  const count = side.positions.length / 3;
  const geometry = new BufferGeometry();
  const position = new BufferAttribute(side.positions, 3);
  geometry.setAttribute('position', position);
  const bentPosition = copied(geometry, 'bent', side.positions);
  const colour = copied(geometry, 'color', new Float32Array(side.positions.length).fill(1));
  const { low, high } = boxOf(side.positions);
  const uniforms = {
    morph: { value: 0 },
    // About one and a half times the distance between neighbours, if the surface is as large as two sides of the box.
    size: { value: 1.15 * Math.hypot(...high.map((h, c) => h - low[c])) / Math.sqrt(count) },
    scale: { value: 1 },
    nearest: { value: 0 },
    farthest: { value: 1 },
    haze: { value: new Color() },
  };
  const points = new Points(geometry, new ShaderMaterial({
    uniforms, vertexColors: true, vertexShader: pointShader.vertex, fragmentShader: pointShader.fragment,
  }));
  points.frustumCulled = false;
  let plain = new Color();
  let coloured = false;
  const paint = () => {
    if (coloured) return;
    for (let v = 0; v < count; ++v) plain.toArray(colour.array, 3 * v);
    colour.needsUpdate = true;
  };
  return {
    object: points,
    setColours(colours) {
      coloured = colours !== null;
      if (colours) colour.array.set(colours);
      colour.needsUpdate = true;
      paint();
    },
    setBent(bent) {
      replace(bentPosition, bent ?? side.positions);
    },
    setMorph(share) {
      uniforms.morph.value = share;
    },
    setTheme(newPlain, haze) {
      plain = newPlain;
      uniforms.haze.value.copy(haze);
      paint();
    },
    setView(scale, nearest, farthest) {
      uniforms.scale.value = scale;
      uniforms.nearest.value = nearest;
      uniforms.farthest.value = farthest;
    },
    vertex: (v) => ({ position: lerped(position, bentPosition, v, uniforms.morph.value), normal: new Vector3() }),
  };
}

export function makeSurface(side: Side): Surface {
  return side.triangles.length > 0 ? meshSurface(side) : cloudSurface(side);
}
