import type { Encoding } from '@formwork/contract/records/encodings.ts';

/** Turns bytes into signs, one piece after the other; what does not fit comes out as a sign that `misfits` finds. */
export interface Decoder {
  /** Without bytes: that was all. */
  decode(bytes?: Uint8Array): string;
  misfits: RegExp;
}

/** 0x80 to 0x9f of Windows' western page; five of them are nothing. */
const western = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** What stands for a sign that could not be read, and the null sign, which is in no text. */
const misfit = /[\ufffd\0]/;
/** Of the encodings of one byte, each byte is some sign: what they leave open are controls that nobody writes. */
const misfitOfOneByte = /[\ufffd\0\u0080-\u009f]/;

export function decoderOf(encoding: Encoding): Decoder {
  // the names that the web gave these two mean something else: iso-8859-1 is read as windows-1252 there
  if (encoding === 'iso-8859-1' || encoding === 'windows-1252')
    return {
      misfits: misfitOfOneByte,
      decode(bytes) {
        const text = bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') : '';
        return encoding === 'iso-8859-1'
          ? text
          : text.replace(/[\u0080-\u009f]/g, (sign) => western.charAt(sign.charCodeAt(0) - 0x80));
      },
    };
  const decoder = new TextDecoder(encoding);
  return {
    misfits: encoding.startsWith('windows') || encoding.startsWith('iso') ? misfitOfOneByte : misfit,
    decode: (bytes) => (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()),
  };
}

/** Whether the bytes are text of the encoding; a sign cut in two at their end is no mistake. */
export function fits(bytes: Uint8Array, encoding: Encoding): boolean {
  const { decode, misfits } = decoderOf(encoding);
  return !misfits.test(decode(bytes));
}
