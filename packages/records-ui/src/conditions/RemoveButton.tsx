import { CloseOutlined } from '@ant-design/icons';

/** Takes away the part of a condition that it stands beside. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="fw-icon-button" aria-label={label} title={label} onClick={onClick}>
      <CloseOutlined />
    </button>
  );
}
