/** Inside a form whose buttons stand outside of it, as in dialogs: with it Enter sends the form, except while it is being sent. */
export function SubmitByEnter({ busy }: { busy: boolean }) {
  return <button type="submit" hidden disabled={busy} />;
}
