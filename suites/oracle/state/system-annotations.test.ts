import { describe, expect, it } from 'vitest';
import { foreignPaths } from '../../checks/write/foreign-annotations.ts';
import { historyFrom } from '../../checks/history-literals.fixture.ts';
import { at } from '../json.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { keyOf, observedStateOf } from '../observed-state.ts';

const PATH = '/api/v1/namespaces/n/configmaps';
const configMap = RESOURCES.find(({ kind }) => kind === 'ConfigMap');

function object(version: string, annotations?: Readonly<Record<string, string>>): unknown {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      name: 'a',
      namespace: 'n',
      uid: 'u',
      resourceVersion: version,
      ...(annotations === undefined ? {} : { annotations }),
    },
  };
}

describe('annotations that were shown before a client named them', () => {
  it('are left out of observations, even after a write of the object names them', () => {
    const loop = { 'loops.example.com/seen': 'yes' };
    const history = historyFrom([
      {
        send: `POST ${PATH}`,
        body: { metadata: { name: 'a', annotations: { mine: '1' } } },
        response: [200, object('1', { mine: '1' })],
      },
      { send: `GET ${PATH}/a`, response: [200, object('2', { mine: '1', ...loop })] },
      { send: `PUT ${PATH}/a`, body: object('2', loop), response: [200, object('3', loop)] },
    ]);
    if (configMap === undefined) throw new Error('there are config maps');
    const seen = observedStateOf(history)
      .observationsOf(keyOf(configMap, 'n', 'a'))
      .map(({ content }) => at(content, 'metadata', 'annotations'));
    expect(seen).toEqual([{ mine: '1' }, { mine: '1' }, {}]);
    expect(
      observedStateOf(history).writes.map(({ response }) => at(response?.content, 'metadata', 'annotations')),
    ).toEqual([{ mine: '1' }, {}]);
  });

  it('are shown from the first write on that gives them another value, and are compared again', () => {
    const [loop, mine] = [{ 'loops.example.com/seen': 'yes' }, { 'loops.example.com/seen': 'mine' }];
    const history = historyFrom([
      { send: `POST ${PATH}`, body: { metadata: { name: 'a' } }, response: [200, object('1', loop)] },
      { send: `PUT ${PATH}/a`, body: object('1', mine), response: [200, object('2', mine)] },
    ]);
    if (configMap === undefined) throw new Error('there are config maps');
    const [observed, key] = [observedStateOf(history), keyOf(configMap, 'n', 'a')];
    const seen = observed.observationsOf(key).map(({ content }) => at(content, 'metadata', 'annotations'));
    expect([seen, foreignPaths(observed, key)]).toEqual([[{}, mine], []]);
  });

  it('are left out of a version that was seen before such a write, also where a slow response shows it later', () => {
    const loop = { 'loops.example.com/seen': 'yes' };
    const history = historyFrom([
      { send: `POST ${PATH}`, body: { metadata: { name: 'a' } }, response: [200, object('1', loop)] },
      {
        send: `PUT ${PATH}/a`,
        body: object('1', { 'loops.example.com/seen': 'mine' }),
        response: [200, object('2', { 'loops.example.com/seen': 'mine' })],
      },
      { send: `GET ${PATH}/a`, response: [200, object('1', loop)] },
    ]);
    if (configMap === undefined) throw new Error('there are config maps');
    const seen = observedStateOf(history).observationsOf(keyOf(configMap, 'n', 'a'));
    expect(seen.filter(({ version }) => version === '1').map(({ content }) => at(content, 'metadata'))).toEqual(
      [1, 2].map(() => ({ name: 'a', namespace: 'n', uid: 'u', resourceVersion: '1', annotations: {} })),
    );
  });

  it('are ignored in comparisons, and so are labels under a domain', () => {
    const marks = { 'policy.example.com/owner': 'me', plain: 'x' };
    const shown = (version: string) => ({ kind: 'ConfigMap', metadata: { ...metadataOf(version), labels: marks } });
    const metadataOf = (version: string) => ({ name: 'a', namespace: 'n', uid: 'u', resourceVersion: version });
    const history = historyFrom([
      { send: `POST ${PATH}`, body: { metadata: { name: 'a', labels: { plain: 'x' } } }, response: [200, shown('1')] },
      { send: `PUT ${PATH}/a`, body: shown('1'), response: [200, shown('2')] },
    ]);
    if (configMap === undefined) throw new Error('there are config maps');
    expect(foreignPaths(observedStateOf(history), keyOf(configMap, 'n', 'a'))).toEqual([
      '/metadata/labels/policy.example.com~1owner',
    ]);
  });

  it('are left out of a new object under an old name, whatever was written to the old one', () => {
    const loop = { 'loops.example.com/seen': 'yes' };
    const anew = (version: string, annotations?: Readonly<Record<string, string>>): unknown =>
      JSON.parse(JSON.stringify(object(version, annotations)).replace('"uid":"u"', '"uid":"v"'));
    const history = historyFrom([
      {
        send: `POST ${PATH}`,
        body: { metadata: { name: 'a', annotations: loop } },
        response: [200, object('1', loop)],
      },
      { send: `DELETE ${PATH}/a`, response: [200, { kind: 'Status' }] },
      { send: `POST ${PATH}`, body: { metadata: { name: 'a' } }, response: [200, anew('3')] },
      { send: `GET ${PATH}/a`, response: [200, anew('4', loop)] },
    ]);
    if (configMap === undefined) throw new Error('there are config maps');
    const seen = observedStateOf(history)
      .observationsOf(keyOf(configMap, 'n', 'a'))
      .map(({ content }) => at(content, 'metadata', 'annotations'));
    expect(seen).toEqual([loop, undefined, {}]);
  });
});
