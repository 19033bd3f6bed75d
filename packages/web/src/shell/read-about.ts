import { messagesApi } from '@formwork/contract/messages/api.ts';
import { call } from '../http/call.ts';
import { refresh } from '../http/query.ts';

/** Whoever follows a notice need not be told again in the message centre; should it fail, the message waits there. */
export function readAbout(recordId: string): void {
  void call(messagesApi.read, { body: { recordId } }).then(
    () => refresh(messagesApi.count, messagesApi.list),
    () => undefined,
  );
}
