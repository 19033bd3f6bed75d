import { DownloadOutlined } from '@ant-design/icons';
import { savedFormats, type SavedFormat } from '@formwork/contract/analytics/api.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** What is seen as a file of the server's: picture, PDF, workbook, text. */
export function ExportMenu({ addressOf }: { addressOf: (format: SavedFormat) => string }) {
  const t = useT();
  return (
    <MenuButton
      label={t('analytics.export')}
      className="fw-icon-button analytics-framed"
      align="end"
      items={savedFormats.map((format) => ({
        id: format,
        title: t(`analytics.export_as.${format}`),
        onSelect: () => location.assign(addressOf(format)),
      }))}
    >
      <DownloadOutlined />
    </MenuButton>
  );
}
