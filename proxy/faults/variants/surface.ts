import { matchPath } from '../../../spec/surface/match-path.ts';
import { failureStatus, isObject, itemsOf, jsonResponse, metadataOf, objectAt } from '../bend.ts';
import type { Asked, FaultyResponse, Upstream, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { BODIED, membersOf, podSpecsOf } from '../ways.ts';
import { isOne } from '../requests.ts';

function refusal(code: number, reason: string): FaultyResponse {
  return jsonResponse(code, failureStatus(code, reason, 'this server does not do that'));
}

/** Other codes for refusals, by code. 404 is replaced only for writes, because a get reports absence by 404. */
const OTHER_CODES: Readonly<Record<number, number>> = { 409: 412, 415: 400, 422: 400 };

function lacksVersion(asked: Asked): boolean {
  return isObject(asked.json) && metadataOf(asked.json)['resourceVersion'] === undefined;
}

/** Removes the containers from a PUT of a pod that the stored pod lacks. */
async function withoutNewContainers(asked: Asked, upstream: Upstream): Promise<void> {
  const stored = objectAt((await upstream.send('GET', asked.path)).json, 'spec');
  const spec = objectAt(asked.json, 'spec');
  if (spec === undefined || stored === undefined) return;
  const names = new Set(membersOf(stored, 'containers').map(({ name }) => name));
  if (membersOf(spec, 'containers').length > names.size)
    spec['containers'] = membersOf(spec, 'containers').filter(({ name }) => names.has(name));
}

export const SURFACE_VARIANTS: readonly Variant[] = variants({
  'tabulated-operations-only': {
    summary: 'only the operations of the endpoint tables are served',
    dialect: 'spec',
    hooks: () => ({
      request: (asked) => {
        const match = matchPath(asked.path);
        const operation = match?.operations.get(asked.method);
        if (operation?.tabulated === true) return undefined;
        return operation === undefined && match === undefined
          ? refusal(404, 'NotFound')
          : refusal(405, 'MethodNotAllowed');
      },
    }),
  },
  'refuses-by-other-codes': {
    summary: 'refusals have other codes: 400 for 415 and 422, 412 for 409, 410 for writes of absent objects',
    dialect: 'spec',
    hooks: () => ({
      response: (answered, asked) => {
        const absent =
          answered.status === 404 &&
          asked.call !== undefined &&
          ['replace', 'patch', 'replaceStatus', 'patchStatus'].includes(asked.call.verb);
        answered.status = absent ? 410 : (OTHER_CODES[answered.status] ?? answered.status);
        if (answered.status >= 400 && isObject(answered.json)) answered.json['code'] = answered.status;
      },
    }),
  },
  'replace-needs-a-version': {
    summary: 'a PUT without a version is refused',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: (asked) => (asked.call?.verb === 'replace' && lacksVersion(asked) ? refusal(422, 'Invalid') : undefined),
    }),
  },
  'drops-what-may-not-be': {
    summary:
      'forbidden members are dropped: actions and probes of init containers, rollingUpdate of Recreate, containers that a PUT adds to a pod',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: async (asked, upstream) => {
        if (!isOne(asked, BODIED)) return undefined;
        for (const spec of podSpecsOf(asked.json))
          for (const container of membersOf(spec, 'initContainers'))
            for (const member of ['lifecycle', 'livenessProbe', 'readinessProbe']) delete container[member];
        const strategy = objectAt(asked.json, 'spec', 'strategy');
        if (strategy?.['type'] === 'Recreate') delete strategy['rollingUpdate'];
        if (asked.call?.verb === 'replace' && asked.call.resource?.kind === 'Pod')
          await withoutNewContainers(asked, upstream);
        return undefined;
      },
    }),
  },
  'lists-in-any-order': {
    summary: 'lists are in an order of their own, and their items carry neither kind nor apiVersion',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: (answered) => {
        const items = itemsOf(answered);
        if (items === undefined || !isObject(answered.json)) return;
        for (const item of items) {
          delete item['kind'];
          delete item['apiVersion'];
        }
        answered.json['items'] = items.toSorted(() => Math.random() - 0.5);
      },
    }),
  },
});
