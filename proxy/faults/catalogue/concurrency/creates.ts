import { everyObject, isObject, metadataOf, succeeded } from '../../bend.ts';
import type { FaultyRequest, Fault, FaultyResponse, Hooks, UpstreamClient } from '../../fault.ts';
import { faults } from '../../named.ts';
import { LAG_MS } from '../../races.ts';
import { isOne } from '../../requests.ts';
import { responding } from '../../ways.ts';

/** A create that is refused because of a recent create returns the existing object. */
function lateCreate(
  respond: (
    existing: FaultyResponse,
    request: FaultyRequest,
    upstream: UpstreamClient,
  ) => Promise<FaultyResponse> | FaultyResponse,
): Fault['hooks'] {
  return () => {
    const made = new Map<string, number>();
    return {
      response: async (response, request, upstream) => {
        if (request.call?.verb !== 'create' || !isObject(request.json)) return;
        const path = `${request.path}/${String(metadataOf(request.json)['name'])}`;
        if (succeeded(response)) made.set(path, Date.now());
        if (response.status === 409 && Date.now() - (made.get(path) ?? 0) < LAG_MS)
          Object.assign(response, await respond(await upstream.send('GET', path), request, upstream));
      },
    };
  };
}

async function madeAnew(
  existing: FaultyResponse,
  request: FaultyRequest,
  upstream: UpstreamClient,
): Promise<FaultyResponse> {
  await upstream.send('DELETE', `${request.path}/${String(metadataOf(existing.json)['name'])}`, {
    gracePeriodSeconds: 0,
    propagationPolicy: 'Background',
  });
  return upstream.send('POST', request.path, request.json);
}

/** Objects created within one tick of a coarse clock share a uid. */
function uidsOfTheClock(): Hooks {
  const shownUids = new Map<string, string>();
  const bend = everyObject((object) => {
    const metadata = metadataOf(object);
    metadata['uid'] = shownUids.get(String(metadata['uid'])) ?? metadata['uid'];
  });
  return {
    ...bend,
    response: (response, request) => {
      if (isOne(request, 'create') && succeeded(response)) {
        const tick = Math.floor(Date.now() / 8)
          .toString(16)
          .padStart(12, '0')
          .slice(-12);
        shownUids.set(String(metadataOf(response.json)['uid']), `00000000-0000-4000-8000-${tick}`);
      }
      bend.response(response, request);
    },
  };
}

/** Generated names consist of a prefix and a coarse clock; the second create returns the existing object. */
function namesOfTheClock(): Hooks {
  const late = lateCreate((existing) => existing)();
  return {
    ...late,
    request: (request) => {
      const metadata = metadataOf(request.json);
      if (isOne(request, 'create') && metadata['name'] === undefined && typeof metadata['generateName'] === 'string')
        metadata['name'] = `${metadata['generateName']}${Math.floor(Date.now() / 8).toString(36)}`;
    },
  };
}

/** Faults of creates that meet. */
export const CREATES: readonly Fault[] = faults({
  'two-creates-succeed': {
    summary: 'a create under a name that was taken a moment ago gets 200 and the existing object',
    caughtBy: 'concurrency/one-of-several-creates-wins',
    seenIn: 'nats-io/nats.rs#1301',
    hooks: lateCreate((existing) => existing),
  },
  'late-create-makes-it-anew': {
    summary: 'a create under a name that was taken a moment ago replaces the existing object with its own',
    caughtBy: 'concurrency/one-of-several-creates-wins',
    seenIn: 'fabric8io/kubernetes-client#3095',
    hooks: lateCreate(madeAnew),
  },
  'generated-names-meet': {
    summary: 'two parallel creates with generateName get the same name, and both succeed',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    seenIn: '1692775560/dsh-Mimir-Academic-research#168',
    hooks: namesOfTheClock,
  },
  'create-with-a-prefix-makes-two-objects': {
    summary: 'a create with generateName is carried out twice, and returns the first of the two objects',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    hooks: responding('create', async (_, request, upstream) => {
      const { name, generateName } = metadataOf(request.json);
      if (name === undefined && generateName !== undefined) await upstream.send('POST', request.path, request.json);
    }),
  },
  'uids-of-the-clock': {
    summary: 'objects that are created within the same few milliseconds get the same uid',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    seenIn: 'NetsBlox/NetsBlox#2168',
    hooks: uidsOfTheClock,
  },
});
