import { QRCode } from 'antd';

/** Dark on light in every skin: some cameras read nothing else. */
export default function QrSvg({ value }: { value: string }) {
  return <QRCode value={value} type="svg" size={160} bordered={false} color="#000" bgColor="#fff" />;
}
