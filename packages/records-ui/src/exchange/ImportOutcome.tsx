import { DownloadOutlined } from '@ant-design/icons';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button } from 'antd';
import './exchange.css';

/** More of them are in the file. */
const mostShown = 20;
const none: readonly string[] = [];

interface Props {
  title: string;
  /** Rows that were left out. */
  failed: number;
  /** Worse or better than their number says. */
  type?: 'success' | 'warning' | 'error';
  /** What is wrong with the first of them. */
  reasons?: readonly string[];
  /** The refused rows as a file, by its address or made here. */
  failures?: string | (() => void) | undefined;
}

/** What came of an import: how many rows, and what was refused and why, as a file that can be mended and brought again. */
export function ImportOutcome({ title, failed, type, reasons = none, failures }: Props) {
  const t = useT();
  const offered = failed > 0 && failures !== undefined;
  return (
    <Alert
      showIcon
      type={type ?? (failed > 0 ? 'warning' : 'success')}
      title={title}
      description={
        (reasons.length > 0 || offered) && (
          <>
            {reasons.length > 0 && (
              <ul className="exchange-failures">
                {reasons.slice(0, mostShown).map((reason, at) => (
                  <li key={`${at} ${reason}`}>{reason}</li>
                ))}
              </ul>
            )}
            {offered && (
              <Button
                size="small"
                icon={<DownloadOutlined aria-hidden />}
                {...(typeof failures === 'string' ? { href: failures, download: true } : { onClick: failures })}
              >
                {t('sheets.failures')}
              </Button>
            )}
          </>
        )
      }
    />
  );
}
