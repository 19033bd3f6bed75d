import { NoPermissionNotice } from '@formwork/web/shell/Refused.tsx';

export default function NoPermissionPage() {
  return <NoPermissionNotice />;
}
