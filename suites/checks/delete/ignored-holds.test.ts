import { describe, expect, it } from 'vitest';
import { historyFrom, type Literal } from '../history-literals.fixture.ts';
import { ignoredHold } from './ignored-holds.ts';

const PATH = '/api/v1/namespaces/a/configmaps';

function configMap(metadata: object): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 's', namespace: 'a', ...metadata },
  };
}

function made(metadata: object): Literal {
  const stored = configMap({ uid: 'u', resourceVersion: '1', ...metadata });
  return {
    send: `POST ${PATH}`,
    body: configMap(metadata),
    response: [200, stored],
  };
}

const HELD = { finalizers: ['example.com/hold'] };
const held = made(HELD);
const deletion: Literal = {
  send: `DELETE ${PATH}/s`,
  response: [200, { kind: 'Status', status: 'Success' }],
};
const gone: Literal = {
  send: `GET ${PATH}/s`,
  response: [404, { kind: 'Status', status: 'Failure' }],
};

describe('finalizers', () => {
  it('are ignored, if a delete removes an object that has one', () => {
    expect(ignoredHold(historyFrom([held, deletion, gone]))).toBe(
      `DELETE ${PATH}/s removed the object at once, in spite of its finalizers`,
    );
  });

  it('are ignored, if a create drops all of them', () => {
    const create = (shown: object): Literal => ({ ...made(HELD), response: [200, configMap({ uid: 'u', ...shown })] });
    expect(ignoredHold(historyFrom([create({})]))).toBe(`POST ${PATH} kept none of the finalizers in its body`);
    expect(ignoredHold(historyFrom([create(HELD)]))).toBeUndefined();
  });

  it('are ignored, as owners are, if a create drops all of them', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'v' };
    const create = (shown: object): Literal => ({
      ...made({ ownerReferences: [owner] }),
      response: [200, configMap({ uid: 'u', ...shown })],
    });
    expect(ignoredHold(historyFrom([create({})]))).toBe(`POST ${PATH} kept none of the owners in its body`);
    expect(ignoredHold(historyFrom([create({ ownerReferences: [owner] })]))).toBeUndefined();
  });

  it.each<[what: string, story: readonly Literal[]]>([
    ['the object has none', [made({}), deletion, gone]],
    ['the object has that of the garbage collector', [made({ finalizers: ['orphan'] }), deletion, gone]],
    ['the delete is refused', [held, { send: `DELETE ${PATH}/s`, response: [409, {}] }]],
    [
      'the object is still there',
      [
        held,
        deletion,
        {
          send: `GET ${PATH}/s`,
          response: [200, configMap({ uid: 'u', resourceVersion: '2', ...HELD })],
        },
      ],
    ],
  ])('are not known to be, if %s', (_, story) => {
    expect(ignoredHold(historyFrom(story))).toBeUndefined();
  });
});

describe('grace periods', () => {
  const PODS = '/api/v1/namespaces/a/pods';
  const judge = (spec: object, options: object): string | undefined => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'a' }, spec };
    const stored = { ...pod, metadata: { ...pod.metadata, uid: 'u', resourceVersion: '1' } };
    return ignoredHold(
      historyFrom([
        { send: `POST ${PODS}`, body: pod, response: [200, stored] },
        { send: `DELETE ${PODS}/p`, body: options, response: [200, { kind: 'Status', status: 'Success' }] },
        { send: `GET ${PODS}/p`, response: [404, { kind: 'Status', status: 'Failure' }] },
      ]),
    );
  };
  const running = { containers: [], nodeName: 'n', terminationGracePeriodSeconds: 30 };

  it('are ignored, if a delete removes a pod on a host at once', () => {
    const evidence = `DELETE ${PODS}/p removed the object at once, in spite of its grace period`;
    expect(judge(running, {})).toBe(evidence);
    expect(judge({ ...running, terminationGracePeriodSeconds: 0 }, { gracePeriodSeconds: 5 })).toBe(evidence);
  });

  it('are not known to be, if the pod has no host, or the delete asks for none', () => {
    expect(judge({ containers: [], terminationGracePeriodSeconds: 30 }, {})).toBeUndefined();
    expect(judge({ ...running, nodeName: '' }, {})).toBeUndefined();
    expect(judge(running, { gracePeriodSeconds: 0 })).toBeUndefined();
  });
});
