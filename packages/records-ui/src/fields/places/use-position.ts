import { useState } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';

const reasons = ['unknown', 'denied', 'unavailable', 'timeout'] as const;

/** The position of this device; what failed is said by its reason. */
export function usePosition(onFound: (found: { lat: number; lng: number }) => void): {
  look: () => void;
  looking: boolean;
  failed: string | undefined;
} {
  const t = useT();
  const [looking, setLooking] = useState(false);
  const [reason, setReason] = useState<string>();
  const look = () => {
    // browsers tell nothing to pages that are not encrypted
    if (!window.isSecureContext || !('geolocation' in navigator)) {
      setReason('insecure');
      return;
    }
    setLooking(true);
    setReason(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false);
        onFound({ lat: Math.round(coords.latitude * 1e6) / 1e6, lng: Math.round(coords.longitude * 1e6) / 1e6 });
      },
      ({ code }) => {
        setLooking(false);
        setReason(reasons[code] ?? 'unknown');
      },
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 },
    );
  };
  return { look, looking, failed: reason && t(`records.place.failed_${reason}`) };
}
