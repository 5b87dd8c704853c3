import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { creations } from '../create/creations.ts';
import { historyFrom } from '../history-literals.fixture.ts';
import { isKept } from './kept-members.ts';
import { madeAlike } from './replaced.ts';

const APPS = '/apis/apps/v1beta1/namespaces/a/deployments';

function deployment(container: JsonObject, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'apps/v1beta1',
    kind: 'Deployment',
    metadata: { name: 'a', namespace: 'a' },
    spec: { ...spec, template: { spec: { containers: [{ name: 'b', ...container }] } } },
  };
}

const VALUES: Readonly<Record<string, Json>> = {
  workingDir: '/work',
  args: ['x'],
  ports: [{ containerPort: 80, protocol: 'TCP' }],
};

/** Whether a member counts as kept if a create of that object showed the other one. */
function judge(
  path: string,
  before: JsonObject,
  asked: JsonObject,
  created: readonly [JsonObject, JsonObject],
): boolean {
  const history = historyFrom([{ send: `POST ${APPS}`, body: created[0], response: [200, created[1]] }]);
  const resource = RESOURCES.find(({ id }) => id === 'deployments.apps');
  if (resource === undefined) throw new Error('deployments are served');
  const alike = madeAlike(creations(history), resource);
  return isKept(path, VALUES[path.slice(path.lastIndexOf('/') + 1)] ?? 5, { before, asked, defaults: asked, alike });
}

const WORKING_DIR = '/spec/template/spec/containers/[name=b]/workingDir';

describe('a member of an element of a list', () => {
  const before = deployment({ image: 'i', workingDir: '/work' });
  const asked = deployment({ image: 'i' });

  it('is kept if a create of the same element returns another value', () => {
    expect(judge(WORKING_DIR, before, asked, [asked, asked])).toBe(true);
  });

  it('is a default if a create of the same element returns it too', () => {
    expect(judge(WORKING_DIR, before, asked, [asked, before])).toBe(false);
  });

  it('may be a default if no create with the same element was seen', () => {
    const other = deployment({ image: 'other' });
    expect(judge(WORKING_DIR, before, asked, [other, other])).toBe(false);
  });
});

describe('the arguments of a container', () => {
  it('are kept whatever was created, because the image has their default', () => {
    const [before, asked] = [deployment({ args: ['x'] }), deployment({})];
    const other = deployment({ image: 'other' });
    expect(judge('/spec/template/spec/containers/[name=b]/args', before, asked, [other, other])).toBe(true);
  });
});

describe('a list of a container whose elements clients name', () => {
  const PORTS = '/spec/template/spec/containers/[name=b]/ports';
  const before = deployment({ ports: VALUES['ports'] ?? null });
  const sent = deployment({ ports: [{ containerPort: 80 }] });

  it('is kept if it has the elements that a client sent, with defaults', () => {
    expect(judge(PORTS, before, deployment({}), [sent, before])).toBe(true);
  });

  it("may be the server's if no client sent it, or it has more elements", () => {
    expect(judge(PORTS, before, deployment({}), [deployment({}), before])).toBe(false);
    expect(judge(PORTS, before, deployment({}), [deployment({ ports: [] }), before])).toBe(false);
  });
});

describe('a member of the spec', () => {
  const before = deployment({}, { minReadySeconds: 5 });

  it('is kept if a create that lacks it returns another value', () => {
    expect(judge('/spec/minReadySeconds', before, deployment({}), [deployment({}), deployment({})])).toBe(true);
  });

  it('is not kept if it has another value than before', () => {
    const other = deployment({}, { minReadySeconds: 6 });
    expect(judge('/spec/minReadySeconds', other, deployment({}), [deployment({}), deployment({})])).toBe(false);
  });
});
