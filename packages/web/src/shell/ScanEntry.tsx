import { ScanOutlined } from '@ant-design/icons';
import { pathTo } from '@formwork/contract/routes.ts';
import { BarButton } from '@formwork/ui/frame/frame.tsx';
import { App } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useAppearance } from '../appearance/appearance.ts';
import { loadTexts, useT } from '../i18n/i18n.ts';
import { useRouter } from '../router/page-context.ts';
import { scannedPlace } from './scanned-place.ts';

const ScanDialog = lazy(() =>
  Promise.all([import('../scan/ScanDialog.tsx'), loadTexts('records')]).then(([module]) => module),
);

/** The scanner in the bar of a phone: the code of a record opens it, any other code is searched for. */
export function ScanEntry() {
  const t = useT();
  const router = useRouter();
  const { message } = App.useApp();
  const { scanning: isOpen } = useAppearance();
  const [scanning, setScanning] = useState(false);
  const found = (text: string) => {
    setScanning(false);
    const place = scannedPlace(text, location.origin);
    if (place.kind === 'page') void router.go(place.path);
    else if (place.kind === 'foreign') void message.warning(t('shell.scan.foreign'));
    else void router.go(pathTo('search', {}, { search: place.search }));
  };
  return (
    <>
      <BarButton
        label={t('shell.scan.title')}
        icon={<ScanOutlined />}
        onClick={() => (isOpen ? setScanning(true) : void message.warning(t('shell.scan.closed')))}
      />
      {scanning && (
        <Suspense fallback={null}>
          <ScanDialog format="any" onClose={() => setScanning(false)} onFound={found} />
        </Suspense>
      )}
    </>
  );
}
