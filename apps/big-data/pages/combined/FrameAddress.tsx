import { isFrameAddress, mostFrameAddress } from '@formwork/contract/analytics/definition.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { FieldRow } from '../../parts/FieldRow.tsx';

interface Props {
  address: string;
  readOnly: boolean;
  onAddress: (address: string) => void;
}

/** The address of a page that stands in a frame; what may not be framed is told where it is written. */
export function FrameAddress({ address, readOnly, onAddress }: Props) {
  const t = useT();
  const isRight = isFrameAddress(address);
  return (
    <>
      <FieldRow label={t('analytics.frame.address')}>
        <Input
          disabled={readOnly}
          maxLength={mostFrameAddress}
          {...(!isRight && { status: 'error' as const })}
          value={address}
          onChange={({ target }) => onAddress(target.value.trim())}
        />
      </FieldRow>
      <p className="analytics-quiet" role={isRight ? undefined : 'alert'}>
        {t(isRight ? 'analytics.frame.hint' : 'analytics.frame.wrong')}
      </p>
    </>
  );
}
