import type { PartProps } from './EsbConfigPage.tsx';
import { FaultSettings } from './FaultSettings.tsx';
import { NumberRow, SwitchRow, TagsRow } from './Row.tsx';

/** Cache, patience with upstreams, and what the log keeps. */
export function Behaviour(props: PartProps) {
  const { body, edit, readOnly } = props;
  const { cache, upstream, log } = body;
  const set = (part: Partial<typeof upstream>) =>
    edit((before) => ({ ...before, upstream: { ...before.upstream, ...part } }));
  const { breaker } = upstream;
  return (
    <div className="esb-settings">
      <SwitchRow
        name="cache"
        help
        value={cache !== null}
        disabled={readOnly}
        onChange={(on) => edit((before) => ({ ...before, cache: on ? { seconds: 60, vary: [] } : null }))}
      />
      {cache && (
        <>
          <NumberRow
            name="cache_seconds"
            least={1}
            most={86_400}
            value={cache.seconds}
            disabled={readOnly}
            onChange={(seconds) => edit((before) => ({ ...before, cache: { ...cache, seconds } }))}
          />
          <TagsRow
            name="vary"
            value={cache.vary}
            disabled={readOnly}
            onChange={(vary) => edit((before) => ({ ...before, cache: { ...cache, vary } }))}
          />
        </>
      )}
      <NumberRow
        name="connect_ms"
        least={50}
        most={60_000}
        value={upstream.connectMs}
        disabled={readOnly}
        onChange={(connectMs) => set({ connectMs })}
      />
      <NumberRow
        name="first_byte_ms"
        least={50}
        most={600_000}
        value={upstream.firstByteMs}
        disabled={readOnly}
        onChange={(firstByteMs) => set({ firstByteMs })}
      />
      <NumberRow
        name="total_ms"
        least={50}
        most={3_600_000}
        value={upstream.totalMs}
        disabled={readOnly}
        onChange={(totalMs) => set({ totalMs })}
      />
      <NumberRow
        name="retries"
        help
        most={5}
        value={upstream.retries}
        disabled={readOnly}
        onChange={(retries) => set({ retries })}
      />
      <SwitchRow
        name="breaker"
        help
        value={breaker !== null}
        disabled={readOnly}
        onChange={(on) => set({ breaker: on ? { failures: 5, seconds: 30 } : null })}
      />
      {breaker && (
        <>
          <NumberRow
            name="breaker_failures"
            least={1}
            most={1_000}
            value={breaker.failures}
            disabled={readOnly}
            onChange={(failures) => set({ breaker: { ...breaker, failures } })}
          />
          <NumberRow
            name="breaker_seconds"
            least={1}
            most={3_600}
            value={breaker.seconds}
            disabled={readOnly}
            onChange={(seconds) => set({ breaker: { ...breaker, seconds } })}
          />
        </>
      )}
      <FaultSettings {...props} />
      <SwitchRow
        name="log_request"
        help
        value={log.requestBody}
        disabled={readOnly}
        onChange={(requestBody) => edit((before) => ({ ...before, log: { ...before.log, requestBody } }))}
      />
      <SwitchRow
        name="log_response"
        value={log.responseBody}
        disabled={readOnly}
        onChange={(responseBody) => edit((before) => ({ ...before, log: { ...before.log, responseBody } }))}
      />
    </div>
  );
}
