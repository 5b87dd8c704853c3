import type { Variant } from '../fault.ts';
import { ADMISSION_VARIANTS } from './admission.ts';
import { ANSWER_VARIANTS } from './answers.ts';
import { CONNECTION_VARIANTS } from './connections.ts';
import { CONTROL_LOOP_VARIANTS } from './control-loops.ts';
import { CONTROLLER_VARIANTS } from './controllers.ts';
import { LATER_RELEASE_VARIANTS } from './later-releases.ts';
import { NAMESPACE_VARIANTS } from './namespaces-end.ts';
import { ORDER_VARIANTS } from './order.ts';
import { OTHERS_AT_WORK_VARIANTS } from './others-at-work.ts';
import { REAL_VARIANTS } from './real.ts';
import { REFUSAL_VARIANTS } from './refusals.ts';
import { REFUSED_FOR_NOW_VARIANTS } from './refused-for-now.ts';
import { RESPONSE_VARIANTS } from './responses.ts';
import { SHAPE_VARIANTS } from './shapes.ts';
import { STRICT_VARIANTS } from './strict.ts';
import { SURFACE_VARIANTS } from './surface.ts';
import { TIMING_VARIANTS } from './timing.ts';
import { VALUE_VARIANTS } from './values.ts';
import { VERSION_VARIANTS } from './versions.ts';
import { WATCH_ENDING_VARIANTS } from './watch-endings.ts';
import { WATCH_VARIANTS } from './watches.ts';
import { WIRE_FORM_VARIANTS } from './wire-form.ts';
import { WIRE_VARIANTS } from './wire.ts';
import { withoutProtobuf } from './without-protobuf.ts';

/** The variants that change the look of objects. */
const BENDING: readonly Variant[] = [
  ...SHAPE_VARIANTS,
  ...ANSWER_VARIANTS,
  ...VALUE_VARIANTS,
  ...VERSION_VARIANTS,
  ...WATCH_VARIANTS,
  ...CONTROL_LOOP_VARIANTS,
  ...ADMISSION_VARIANTS,
  ...NAMESPACE_VARIANTS,
  ...REAL_VARIANTS,
  ...LATER_RELEASE_VARIANTS,
];

/** Every variant, by subject. */
export const VARIANTS: readonly Variant[] = [
  ...WIRE_VARIANTS,
  ...WIRE_FORM_VARIANTS,
  ...CONNECTION_VARIANTS,
  ...RESPONSE_VARIANTS,
  ...ORDER_VARIANTS,
  ...TIMING_VARIANTS,
  ...WATCH_ENDING_VARIANTS,
  ...SURFACE_VARIANTS,
  ...REFUSAL_VARIANTS,
  ...STRICT_VARIANTS,
  ...REFUSED_FOR_NOW_VARIANTS,
  ...OTHERS_AT_WORK_VARIANTS,
  ...CONTROLLER_VARIANTS,
  ...BENDING.map((variant) => withoutProtobuf(variant)),
];
