import { resourceById, type ResourceId } from '../../spec/surface/resources.ts';
import { baitOf } from '../drivers/probe-loops.ts';
import type { Rule } from '../rules/rule.ts';
import { makerOf } from '../rules/steps.ts';
import type { Loop } from '../target/capabilities.ts';

/** What a run tries on its target beside the operations, because a rule needs to know. */
export interface Probes {
  /** The control loops that it looks for. */
  readonly loops: ReadonlySet<Loop>;
  /** The resource with which it tries protobuf; absent if it does not. */
  readonly protobuf?: ResourceId;
}

/** The probes that these rules need, kept to the resources that `--kinds` leaves; all resources without it. */
export function probesFor(rules: Iterable<Rule>, kinds: readonly ResourceId[] | undefined): Probes {
  const needing = [...rules];
  const loops = new Set(
    needing.flatMap(({ loop }) => loop ?? []).filter((loop) => kinds?.includes(baitOf(loop)) ?? true),
  );
  const protobuf = needing.some((rule) => rule.protobuf !== undefined) ? protobufResource(kinds) : undefined;
  return { loops, ...(protobuf === undefined ? {} : { protobuf }) };
}

/** Config maps, on which nothing acts, if they are left. */
function protobufResource(kinds: readonly ResourceId[] | undefined): ResourceId | undefined {
  if (kinds?.includes('configmaps') ?? true) return 'configmaps';
  const namespaced = kinds?.map(resourceById).find((resource) => resource.namespaced);
  return namespaced === undefined ? undefined : makerOf(namespaced).id;
}
