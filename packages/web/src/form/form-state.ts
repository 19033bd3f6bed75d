import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { createContext, useContext, useEffect, useId, useMemo, useRef, useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { useT } from '../i18n/i18n.ts';
import { afterPress } from './after-press.ts';
import { brokenRules, isRequired, longestText, ruleText } from './rules.ts';
import type { FormCommand } from './use-save.ts';

export type FormValues = object;

export interface FormSettings<Values extends FormValues, Body> {
  /** Shaped as the screen; its keys are the names of inputs. */
  initial: Values;
  /** The schema of the endpoint's body: what it refuses is said before anything is sent. */
  rules: z.ZodType<Body>;
  toBody: (values: Values) => Body;
  command: FormCommand<Body>;
}

export interface FormState {
  id: string;
  values: Record<string, unknown>;
  set: (name: string, value: unknown) => void;
  leave: (path: string) => void;
  /** Texts by path of the body. */
  errors: Record<string, string>;
  /** Paths where the form itself found something, and says so. */
  broken: ReadonlySet<string>;
  isRequired: (name: string, path: string, empty: unknown) => boolean;
  longestText: (path: string) => number | undefined;
  /** An input says which part of the body it shows; what no input shows is said above them. */
  claim: (path: string, label: string) => () => void;
  labels: ReadonlyMap<string, string>;
  pending: boolean;
}

export const FormContext = createContext<FormState | undefined>(undefined);

export function useFormState(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('an input of a form stands outside of one');
  return form;
}

/** The values of the form one stands in, where one input depends on another. */
export function useFormValues<Values extends FormValues>(): Values {
  return useFormState().values as Values;
}

/** Values, what is wrong with them, and sending them. Nothing is said of a field before it was left or the form was sent. */
export function useForm<Values extends FormValues, Body>({
  initial,
  rules,
  toBody,
  command,
}: FormSettings<Values, Body>) {
  const t = useT();
  const id = useId();
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState<Values>(start);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const changed = values !== start && JSON.stringify(values) !== JSON.stringify(start);
  const body = toBody(values);
  const broken = brokenRules(rules, body);
  const told = broken.filter(({ path }) => tried || left.has(path));
  const errors = { ...command.fieldErrors, ...Object.fromEntries(told.map((rule) => [rule.path, ruleText(rule, t)])) };
  const latest = useRef({ values: start, toBody, command, labels });
  latest.current = { values, toBody, command, labels };
  useConfirmLeave(changed && !command.pending);

  // the answer of the server: its first field comes into sight, as of those that are found here
  const { error } = command;
  useEffect(() => {
    if (error) showFirst(form.current);
  }, [error]);

  const actions = useMemo(
    () => ({
      set(name: string, value: unknown) {
        if (latest.current.command.error) latest.current.command.reset();
        setValues((before) => ({ ...before, [name]: value }));
      },
      leave: (path: string) =>
        afterPress(() => setLeft((before) => (before.has(path) ? before : new Set(before).add(path)))),
      claim(path: string, label: string) {
        setLabels((before) => new Map(before).set(path, label));
        return () => setLabels((before) => new Map([...before].filter(([other]) => other !== path)));
      },
    }),
    [],
  );
  const state: FormState = {
    id,
    values: values as Record<string, unknown>,
    ...actions,
    errors,
    broken: new Set(told.map(({ path }) => path)),
    labels,
    isRequired: (name, path, empty) => isRequired(rules, toBody({ ...latest.current.values, [name]: empty }), path),
    longestText: (path) => longestText(rules, path),
    pending: command.pending,
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    // a dialog stands in the page, and a form in it may be in another one
    event?.stopPropagation();
    if (command.pending) return;
    setTried(true);
    // what was taken is what the next change is told from
    if (broken.length === 0) void command.run(body).then((taken) => taken !== undefined && setStart(values));
    else requestAnimationFrame(() => showFirst(form.current));
  };
  const general = command.error && command.error.fields.every(({ path }) => !isClaimed(path, labels));
  const unclaimed = told.filter(({ path }) => !isClaimed(path, labels)).map((rule) => ruleText(rule, t));
  return { state, form, changed, send, problem: general ? command.errorText : unclaimed[0] };
}

function isClaimed(path: string, labels: ReadonlyMap<string, string>): boolean {
  return [...labels.keys()].some((claimed) => path === claimed || path.startsWith(`${claimed}.`));
}

function showFirst(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('.fw-field[data-error]');
  field?.scrollIntoView({ block: 'nearest' });
  field?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus({ preventScroll: true });
}
