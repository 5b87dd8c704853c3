import type { RoutedOperation, RouteRow } from './routes.ts';

export interface RouteMatch {
  readonly route: RoutedOperation;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

export type Routing =
  | { readonly found: 'route'; readonly match: RouteMatch }
  | { readonly found: 'path'; readonly methods: readonly string[] }
  | { readonly found: 'nothing' };

/** A node of the tree of path segments. */
interface RouteNode {
  readonly fixed: Map<string, RouteNode>;
  parameter: { readonly name: 'namespace' | 'name'; readonly place: RouteNode } | undefined;
  readonly routes: Map<string, { readonly route: RoutedOperation; readonly parameters: readonly string[] }>;
}

/**
 * Finds routes by walking a tree of path segments, one step for each segment. A literal segment wins over a
 * parameter if both continue: `/api/v1/watch/namespaces/x` is a watch.
 */
export class Router {
  readonly #root: RouteNode = newPlace();

  constructor(rows: readonly RouteRow[]) {
    for (const row of rows) this.#add(row);
  }

  find(method: string, segments: readonly string[]): Routing {
    const values: string[] = [];
    let place: RouteNode = this.#root;
    for (const segment of segments) {
      const fixed = place.fixed.get(segment);
      const next = fixed ?? place.parameter?.place;
      if (next === undefined) return { found: 'nothing' };
      if (fixed === undefined) values.push(segment);
      place = next;
    }
    if (place.routes.size === 0) return { found: 'nothing' };
    const hit = place.routes.get(method);
    if (hit === undefined) return { found: 'path', methods: [...place.routes.keys()] };
    const valueOf = (parameter: string): string | undefined => values[hit.parameters.indexOf(parameter)];
    return { found: 'route', match: { route: hit.route, namespace: valueOf('namespace'), name: valueOf('name') } };
  }

  #add({ method, path, verb, resource }: RouteRow): void {
    const parameters: string[] = [];
    let place = this.#root;
    for (const segment of path.slice(1).split('/')) {
      if (segment === '{namespace}' || segment === '{name}') {
        const name = segment === '{name}' ? 'name' : 'namespace';
        parameters.push(name);
        place.parameter ??= { name, place: newPlace() };
        place = place.parameter.place;
      } else {
        place = childOf(place, segment);
      }
    }
    place.routes.set(method, { route: { verb, resource }, parameters });
  }
}

function newPlace(): RouteNode {
  return { fixed: new Map(), parameter: undefined, routes: new Map() };
}

function childOf(place: RouteNode, segment: string): RouteNode {
  let child = place.fixed.get(segment);
  if (child === undefined) {
    child = newPlace();
    place.fixed.set(segment, child);
  }
  return child;
}
