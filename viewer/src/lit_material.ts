import { Color, DoubleSide, ShaderMaterial } from 'three';

/**
 * The light on a normal, in view space: three lamps that move with the viewer, one over the left shoulder, a cooler one
 * from the right, a little from everywhere. three.js' own lit materials look no better here, and take seconds to
 * compile where there is no graphics card.
 */
export const lightOf = `
  const vec3 toKey = vec3(-0.4, 0.71, 0.58);
  vec3 lightOf(vec3 n) {
    float key = max(dot(n, toKey), 0.0);
    float fill = max(dot(n, vec3(0.85, 0.1, 0.52)), 0.0);
    float sky = 0.5 + 0.5 * n.y;
    return vec3(0.2) + 0.16 * sky + 0.64 * key * vec3(1.0, 0.985, 0.96) + 0.2 * fill * vec3(0.93, 0.97, 1.0);
  }
  float shineOf(vec3 n, vec3 toEye) {
    return pow(max(dot(n, normalize(toKey + toEye)), 0.0), 36.0);
  }`;

const vertexShader = `
  attribute vec3 bent;
  attribute vec3 bentNormal;
  uniform float morph;
  varying vec3 viewNormal;
  varying vec3 viewPosition;
  varying vec3 tint;
  void main() {
    vec4 seen = modelViewMatrix * vec4(mix(position, bent, morph), 1.0);
    viewPosition = seen.xyz;
    viewNormal = normalMatrix * mix(normal, bentNormal, morph);
    tint = color;
    gl_Position = projectionMatrix * seen;
  }`;

const fragmentShader = `
  uniform vec3 diffuse;
  varying vec3 viewNormal;
  varying vec3 viewPosition;
  varying vec3 tint;
  ${lightOf}
  void main() {
    vec3 n = normalize(viewNormal) * (gl_FrontFacing ? 1.0 : -1.0);
    gl_FragColor = vec4(diffuse * tint * lightOf(n) + 0.07 * shineOf(n, normalize(-viewPosition)), 1.0);
    #include <colorspace_fragment>
  }`;

/** A matt surface in the colours of its vertices, on its way from the attributes `position` and `normal` to `bent` and `bentNormal`. */
export class LitMaterial extends ShaderMaterial {
  declare uniforms: { diffuse: { value: Color }; morph: { value: number } } & ShaderMaterial['uniforms'];

  constructor() {
    super({
      uniforms: { diffuse: { value: new Color(1, 1, 1) }, morph: { value: 0 } },
      vertexColors: true,
      vertexShader,
      fragmentShader,
      side: DoubleSide,
    });
  }
}
