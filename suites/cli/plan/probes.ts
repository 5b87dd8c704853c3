import { resourceById, type ResourceId } from '../../../spec/surface/resources.ts';
import { probedResource } from '../../drivers/probing/probe-controllers.ts';
import { controllersNeeded, needsProtobuf } from '../../rules/needs.ts';
import type { Rule } from '../../rules/rule.ts';
import { makerOf } from '../../rules/steps.ts';
import type { ControllerName } from '../../target/capabilities.ts';

/** Facts about the target besides operations that some rule needs. */
export interface Probes {
  /** The controllers to look for. */
  readonly controllers: ReadonlySet<ControllerName>;
  /** The resource for probing protobuf; absent if no rule needs it. */
  readonly protobuf?: ResourceId;
  /** The resource for probing how many watches the target leaves open at once; absent if no rule opens several. */
  readonly watches?: ResourceId;
}

/** The probes that these rules need, on the resources that `--kinds` selects; all resources without it. */
export function probesFor(rules: Iterable<Rule>, kinds: readonly ResourceId[] | undefined): Probes {
  const needing = [...rules];
  const controllers = new Set(
    needing.flatMap(controllersNeeded).filter((controller) => kinds?.includes(probedResource(controller)) ?? true),
  );
  const quiet = quietResource(kinds);
  return {
    controllers,
    ...(quiet !== undefined && needing.some(needsProtobuf) ? { protobuf: quiet } : {}),
    ...(quiet !== undefined && needing.some(watches) ? { watches: quiet } : {}),
  };
}

function watches({ operations }: Rule): boolean {
  return operations.some(({ response }) => response === 'WatchEvent');
}

/** Config maps if they are selected, because no controller acts on them. */
function quietResource(kinds: readonly ResourceId[] | undefined): ResourceId | undefined {
  if (kinds?.includes('configmaps') ?? true) return 'configmaps';
  const namespaced = kinds?.map(resourceById).find((resource) => resource.namespaced);
  return namespaced === undefined ? undefined : makerOf(namespaced).id;
}
