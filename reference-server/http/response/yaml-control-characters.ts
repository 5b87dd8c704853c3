import { dump } from 'js-yaml';
import type { Answer } from '../answer.ts';
import { YAML_CODEC } from '../media/codecs.ts';
import type { Accepted } from '../media/negotiation.ts';
import type { sendAnswer } from './send-answer.ts';

/** Characters that JSON does not escape and YAML must. */
const CONTROL = /[\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

const FAILURE = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'yaml: control characters are not allowed',
  code: 500,
};

/** Sends like `send`, but as servers of some dialects do, which make YAML of JSON and fail at these characters when the head is sent. */
export function failingAtControlCharacters(send: typeof sendAnswer): typeof sendAnswer {
  return (response, answer, form) =>
    send(response, answer, form.codec === YAML_CODEC && hasControlCharacters(answer) ? inFailure(form) : form);
}

function hasControlCharacters(answer: Answer): boolean {
  return CONTROL.test(JSON.stringify(answer.value()));
}

function inFailure(form: Accepted): Accepted {
  return { ...form, codec: { ...YAML_CODEC, encode: () => Buffer.from(dump(FAILURE)) } };
}
