import type { FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { addressUi } from './places/Address.tsx';
import { attachmentUi } from './files/Attachment.tsx';
import { autoNumberUi } from './texts/AutoNumber.tsx';
import { cascadeUi } from './choices/Cascade.tsx';
import { checkboxUi } from './choices/Checkbox.tsx';
import { barcodeUi } from './codes/Barcode.tsx';
import { colourUi } from './choices/Colour.tsx';
import { concatenationUi } from './texts/Concatenation.tsx';
import { dateUi } from './times/Date.tsx';
import { dateRangeUi } from './times/DateRange.tsx';
import { dateTimeUi } from './times/DateTime.tsx';
import { departmentUi } from './people/Department.tsx';
import { devicePointUi } from './devices/DevicePoint.tsx';
import { emailUi } from './texts/Email.tsx';
import type { FieldUi } from './field-ui.ts';
import { formulaUi } from './numbers/Formula.tsx';
import { imageUi } from './files/Image.tsx';
import { jsonUi } from './texts/Json.tsx';
import { locationUi } from './places/Location.tsx';
import { lookupUi } from './relations/Lookup.tsx';
import { longTextUi } from './texts/LongText.tsx';
import { memberUi } from './people/Member.tsx';
import { moneyUi } from './numbers/Money.tsx';
import { multiSelectUi } from './choices/MultiSelect.tsx';
import { numberUi } from './numbers/Number.tsx';
import { percentUi } from './numbers/Percent.tsx';
import { phoneUi } from './texts/Phone.tsx';
import { radioUi } from './choices/Radio.tsx';
import { ratingUi } from './choices/Rating.tsx';
import { creditCodeUi, identityNumberUi, postalCodeUi } from './people/Registered.tsx';
import { richTextUi } from './texts/RichText.tsx';
import { relationUi } from './relations/Relation.tsx';
import { rollupUi } from './relations/Rollup.tsx';
import { signatureUi } from './files/Signature.tsx';
import { singleSelectUi } from './choices/SingleSelect.tsx';
import { sliderUi } from './numbers/Slider.tsx';
import { switchUi } from './choices/Switch.tsx';
import { textUi } from './texts/Text.tsx';
import { timeUi } from './times/Time.tsx';
import { timeSlotUi } from './times/TimeSlot.tsx';
import { treeSelectUi } from './choices/TreeSelect.tsx';
import { postUi, roleUi } from './people/Units.tsx';
import { urlUi } from './texts/Url.tsx';

export const fields = {
  text: textUi,
  longText: longTextUi,
  number: numberUi,
  money: moneyUi,
  percent: percentUi,
  date: dateUi,
  dateTime: dateTimeUi,
  time: timeUi,
  dateRange: dateRangeUi,
  singleSelect: singleSelectUi,
  multiSelect: multiSelectUi,
  radio: radioUi,
  checkbox: checkboxUi,
  cascade: cascadeUi,
  treeSelect: treeSelectUi,
  switch: switchUi,
  member: memberUi,
  department: departmentUi,
  post: postUi,
  role: roleUi,
  attachment: attachmentUi,
  relation: relationUi,
  lookup: lookupUi,
  formula: formulaUi,
  rollup: rollupUi,
  autoNumber: autoNumberUi,
  email: emailUi,
  phone: phoneUi,
  address: addressUi,
  url: urlUi,
  identityNumber: identityNumberUi,
  creditCode: creditCodeUi,
  postalCode: postalCodeUi,
  rating: ratingUi,
  slider: sliderUi,
  colour: colourUi,
  timeSlot: timeSlotUi,
  concatenation: concatenationUi,
  richText: richTextUi,
  location: locationUi,
  image: imageUi,
  signature: signatureUi,
  barcode: barcodeUi,
  devicePoint: devicePointUi,
  json: jsonUi,
} satisfies { [T in FieldType]: FieldUi<T> };

/** How a type looks, seen from code that treats all types alike. */
export function fieldUi(type: FieldType): FieldUi {
  return fields[type] as unknown as FieldUi;
}
