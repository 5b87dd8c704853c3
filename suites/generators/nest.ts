import type { Json, JsonObject } from '../oracle/json.ts';

/**
 * A value under new parents along a path of at least one step.
 *
 *     nest(['spec', 'replicas'], 3)   ->   {spec: {replicas: 3}}
 */
export function nest(path: readonly string[], value: Json): JsonObject {
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject;
}
