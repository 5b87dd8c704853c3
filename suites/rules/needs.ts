import type { Verb } from '../../spec/surface/operations.ts';
import type { Feature, ControllerName, ControllerFeature, ProtobufFeature } from '../target/capabilities.ts';
import type { Rule } from './rule.ts';

const CONTROLLER = ' controller';

function needsOf({ needs = ['create'] }: Pick<Rule, 'needs'>): readonly Feature[] {
  return needs;
}

/** The verbs that the cases of a rule send. */
export function verbsNeeded(rule: Rule): Verb[] {
  return needsOf(rule).filter((feature): feature is Verb => !isController(feature) && !isProtobuf(feature));
}

/** The features that the rule needs beside verbs. */
export function featuresNeeded(rule: Rule): (ControllerFeature | ProtobufFeature)[] {
  return needsOf(rule).filter((feature) => isController(feature) || isProtobuf(feature));
}

/** The controllers that must act for the rule to apply. */
export function controllersNeeded(rule: Pick<Rule, 'needs'>): ControllerName[] {
  return needsOf(rule)
    .filter(isController)
    .map((feature) => feature.slice(0, -CONTROLLER.length) as ControllerName);
}

export function needsControllers(rule: Pick<Rule, 'needs'>): boolean {
  return needsOf(rule).some(isController);
}

export function needsProtobuf(rule: Rule): boolean {
  return needsOf(rule).some(isProtobuf);
}

function isController(feature: Feature): feature is ControllerFeature {
  return feature.endsWith(CONTROLLER);
}

function isProtobuf(feature: Feature): feature is ProtobufFeature {
  return feature.startsWith('protobuf ');
}
