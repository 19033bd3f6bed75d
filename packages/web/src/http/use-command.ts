import { takesCommandId } from '@formwork/contract/endpoint.ts';
import { App } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useT, type Translate } from '../i18n/i18n.ts';
import { isApiError, type ApiError } from './api-error.ts';
import { callWith, newCommandId, type AnyEndpoint, type CallArgs, type CallInput, type CallResponse } from './call.ts';
import { errorText, failureText, fieldTexts } from './error-text.ts';
import { refresh } from './query.ts';

export interface CommandOptions<E extends AnyEndpoint> {
  onDone?: (response: CallResponse<E>) => void;
  /** Readings to repeat when it is done. */
  refresh?: readonly AnyEndpoint[];
  /** The change was taken down and waits for release: dialogs close, nothing is to be done again. */
  onPrepared?: () => void;
  /** Shows nothing by itself: the page says what went wrong. */
  quiet?: boolean;
  /** Key of the text that says what failed; the reason follows it. */
  failed?: string;
  /** Milliseconds to wait for the answer, where a minute may be too short. */
  timeout?: number;
}

export interface Command<E extends AnyEndpoint> {
  /** Answers undefined when it failed; the failure is in `error` and, unless quiet, already shown. */
  run: (...args: CallArgs<E>) => Promise<CallResponse<E> | undefined>;
  pending: boolean;
  error: ApiError | undefined;
  errorText: string | undefined;
  /** Texts of refused fields by their path in the body. */
  fieldErrors: Record<string, string>;
  reset: () => void;
}

/** One change to be made: state of the call, texts of its failure, readings to repeat. */
export function useCommand<E extends AnyEndpoint>(endpoint: E, options: CommandOptions<E> = {}): Command<E> {
  const translate = useT();
  const { message } = App.useApp();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const unanswered: Unanswered = useRef(undefined);
  const latest = useRef({ options, translate });
  latest.current = { options, translate };

  const run = useCallback(
    async (...[input]: CallArgs<E>) => {
      setPending(true);
      setError(undefined);
      const sent = withRepeatedId(endpoint, input, unanswered);
      try {
        const { timeout } = latest.current.options;
        const response = await callWith(endpoint, sent, timeout === undefined ? {} : { timeout });
        unanswered.current = undefined;
        await refresh(...(latest.current.options.refresh ?? []));
        latest.current.options.onDone?.(response);
        return response;
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown;
        if (thrown.kind === 'refused' || thrown.kind === 'prepared') unanswered.current = undefined;
        if (thrown.kind === 'prepared') {
          void message.info(errorText(thrown, latest.current.translate), 6);
          latest.current.options.onPrepared?.();
          return undefined;
        }
        setError(thrown);
        if (!latest.current.options.quiet && thrown.kind !== 'cancelled')
          void message.error(textOf(thrown, latest.current.options.failed, latest.current.translate));
        return undefined;
      } finally {
        setPending(false);
      }
    },
    [endpoint, message],
  );

  const reset = useCallback(() => setError(undefined), []);
  const fieldErrors = useMemo(() => fieldTexts(error, translate), [error, translate]);
  return { run, pending, error, errorText: error && textOf(error, options.failed, translate), fieldErrors, reset };
}

function textOf(error: ApiError, failed: string | undefined, translate: Translate): string {
  return failed === undefined ? errorText(error, translate) : failureText(failed, error, translate);
}

/** The last command as it was sent, until its answer comes. */
interface Unanswered {
  current: { input: string; commandId: string } | undefined;
}

/** A command whose answer was lost keeps its id when it is sent once more, so that it takes effect once. */
function withRepeatedId<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> | undefined,
  unanswered: Unanswered,
): CallInput<E> {
  const given = (input ?? {}) as CallInput<E>;
  const body = (given as { body?: object }).body;
  if (!takesCommandId(endpoint) || body === undefined || 'commandId' in body) return given;
  const text = JSON.stringify(given);
  if (unanswered.current?.input !== text) unanswered.current = { input: text, commandId: newCommandId() };
  return { ...given, body: { ...body, commandId: unanswered.current.commandId } };
}
