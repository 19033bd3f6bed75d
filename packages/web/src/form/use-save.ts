import type { AnyEndpoint, CallArgs, CallInput } from '../http/call.ts';
import { useCommand, type Command, type CommandOptions } from '../http/use-command.ts';

export type BodyOf<E extends AnyEndpoint> = CallInput<E> extends { body: infer Body } ? Body : never;

/** What a form needs of the change it makes: any endpoint that takes its body. */
export interface FormCommand<Body> extends Pick<
  Command<AnyEndpoint>,
  'pending' | 'error' | 'errorText' | 'fieldErrors' | 'reset'
> {
  run: (body: Body) => Promise<unknown>;
}

interface SaveOptions<E extends AnyEndpoint> extends Omit<CommandOptions<E>, 'quiet'> {
  params?: Record<string, string>;
}

/** A change whose body is a form. The form says what failed: at the field, or above its fields. */
export function useSave<E extends AnyEndpoint>(
  endpoint: E,
  { params, ...options }: SaveOptions<E>,
): FormCommand<BodyOf<E>> {
  const { run, ...rest } = useCommand(endpoint, { ...options, quiet: true });
  return { ...rest, run: (body) => run(...([{ ...(params && { params }), body }] as unknown as CallArgs<E>)) };
}
