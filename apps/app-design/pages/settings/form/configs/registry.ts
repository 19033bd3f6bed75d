import type { FieldConfigs, FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import type { ReactNode } from 'react';
import { AddressConfigEditor } from './AddressConfigEditor.tsx';
import {
  AttachmentConfigEditor,
  AutoNumberConfigEditor,
  MemberConfigEditor,
  PhoneConfigEditor,
  RatingConfigEditor,
  SliderConfigEditor,
  SwitchConfigEditor,
} from './ChoiceConfigEditors.tsx';
import { ConcatenationConfigEditor } from './ConcatenationConfigEditor.tsx';
import {
  DateConfigEditor,
  DateRangeConfigEditor,
  DateTimeConfigEditor,
  TimeConfigEditor,
} from './DateConfigEditor.tsx';
import { DevicePointConfigEditor } from './DevicePointConfigEditor.tsx';
import { FormulaConfigEditor } from './FormulaConfigEditor.tsx';
import { LookupConfigEditor } from './LookupConfigEditor.tsx';
import {
  BarcodeConfigEditor,
  ImageConfigEditor,
  JsonConfigEditor,
  LocationConfigEditor,
  RichTextConfigEditor,
} from './MediaConfigEditors.tsx';
import { MoneyConfigEditor, NumberConfigEditor, PercentConfigEditor } from './NumberConfigEditor.tsx';
import {
  CheckboxConfigEditor,
  MultiSelectConfigEditor,
  RadioConfigEditor,
  SingleSelectConfigEditor,
} from './OptionsConfigEditor.tsx';
import type { ConfigProps } from './parts.tsx';
import { RelationConfigEditor } from './RelationConfigEditor.tsx';
import { RollupConfigEditor } from './RollupConfigEditor.tsx';
import { LongTextConfigEditor, TextConfigEditor } from './TextConfigEditor.tsx';
import { TimeSlotConfigEditor } from './TimeSlotConfigEditor.tsx';
import { CascadeConfigEditor, TreeSelectConfigEditor } from './TreeConfigEditor.tsx';

const nothingToSet = () => null;

/** The settings of each type of field in the inspector. */
export const configEditors = {
  text: TextConfigEditor,
  longText: LongTextConfigEditor,
  number: NumberConfigEditor,
  money: MoneyConfigEditor,
  percent: PercentConfigEditor,
  date: DateConfigEditor,
  dateTime: DateTimeConfigEditor,
  time: TimeConfigEditor,
  dateRange: DateRangeConfigEditor,
  singleSelect: SingleSelectConfigEditor,
  multiSelect: MultiSelectConfigEditor,
  radio: RadioConfigEditor,
  checkbox: CheckboxConfigEditor,
  cascade: CascadeConfigEditor,
  treeSelect: TreeSelectConfigEditor,
  switch: SwitchConfigEditor,
  member: MemberConfigEditor,
  department: MemberConfigEditor,
  post: MemberConfigEditor,
  role: MemberConfigEditor,
  attachment: AttachmentConfigEditor,
  relation: RelationConfigEditor,
  lookup: LookupConfigEditor,
  formula: FormulaConfigEditor,
  rollup: RollupConfigEditor,
  autoNumber: AutoNumberConfigEditor,
  email: nothingToSet,
  phone: PhoneConfigEditor,
  address: AddressConfigEditor,
  url: nothingToSet,
  identityNumber: nothingToSet,
  creditCode: nothingToSet,
  postalCode: nothingToSet,
  rating: RatingConfigEditor,
  slider: SliderConfigEditor,
  colour: nothingToSet,
  timeSlot: TimeSlotConfigEditor,
  concatenation: ConcatenationConfigEditor,
  richText: RichTextConfigEditor,
  location: LocationConfigEditor,
  image: ImageConfigEditor,
  signature: nothingToSet,
  barcode: BarcodeConfigEditor,
  devicePoint: DevicePointConfigEditor,
  json: JsonConfigEditor,
} satisfies { [T in FieldType]: (props: ConfigProps<FieldConfigs[T]>) => ReactNode };
