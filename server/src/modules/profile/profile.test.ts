import { filesApi, type FileView } from '@formwork/contract/files/api.ts';
import { profileApi, type ProfileInput } from '@formwork/contract/profile/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const nothing: ProfileInput = {
  gender: null,
  birthday: null,
  qq: null,
  address: null,
  signature: null,
  extension: null,
  entryDate: null,
  jobDescription: null,
};

describe('a profile', () => {
  test('is empty, then what the person says', async () => {
    const user = await server.as('user');
    expect(await user.ok(profileApi.get)).toMatchObject({ ...nothing, idCard: null, portrait: null });
    const said: ProfileInput = {
      gender: 'female',
      birthday: '1994-12-31',
      qq: '10001',
      address: '福州市鼓楼区',
      signature: '日拱一卒',
      extension: '8012',
      entryDate: '2020-02-29',
      jobDescription: '设备点检',
    };
    expect(await user.ok(profileApi.update, { body: { ...said, idCard: '11010519491231002x' } })).toMatchObject({
      ...said,
      idCard: '110***********002X',
    });
  });

  test('keeps the ID number that is not sent again, encrypted', async () => {
    const user = await server.as('user2');
    await user.ok(profileApi.update, { body: { ...nothing, idCard: '11010519491231002X' } });
    expect(await user.ok(profileApi.update, { body: nothing })).toMatchObject({ idCard: '110***********002X' });
    const kept = await inControl(server.platform.control, 'demo', (tx) =>
      tx.selectFrom('profile.profile').select('id_card').where('account_id', '=', user.id).executeTakeFirstOrThrow(),
    );
    expect(kept.id_card).toMatch(/^v2\.[0-9a-f]{8}\./);
    expect(await user.ok(profileApi.update, { body: { ...nothing, idCard: null } })).toMatchObject({ idCard: null });
  });

  test('is one per person', async () => {
    await (await server.as('user3')).ok(profileApi.update, { body: { ...nothing, address: 'mine' } });
    expect(await (await server.as('user4')).ok(profileApi.get)).toMatchObject({ address: null });
  });

  test.each([
    [{ qq: '012345' }, 'qq'],
    [{ idCard: '110105194912310021' }, 'idCard'],
    [{ extension: 'eight' }, 'extension'],
    [{ birthday: '2999-01-01' }, 'birthday'],
    [{ birthday: '2026-02-30' }, 'birthday'],
    [{ signature: '一'.repeat(41) }, 'signature'],
  ])('refuses %o at its field', async (wrong, path) => {
    const { status, body } = await (
      await server.as('user')
    ).call(profileApi.update, { body: { ...nothing, ...wrong } });
    expect(status).toBe(422);
    expect(body).toMatchObject({ fields: [{ path }] });
  });

  test('takes a signature of 40 letters, however many bytes they have', async () => {
    const signature = '𠀀'.repeat(40);
    expect(await (await server.as('user')).ok(profileApi.update, { body: { ...nothing, signature } })).toMatchObject({
      signature,
    });
  });
});

describe('an avatar', () => {
  const gif = (width: number, height: number) => {
    const head = Buffer.alloc(13);
    head.write('GIF89a');
    head.writeUInt16LE(width, 6);
    head.writeUInt16LE(height, 8);
    return Buffer.concat([head, Buffer.from('2c000000000100010000024c01003b', 'hex')]);
  };
  const png = (side: number) => {
    const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex');
    head.writeUInt32BE(side, 16);
    head.writeUInt32BE(side, 20);
    return head;
  };
  const send = async (person: Client, ...contents: [name: string, content: Buffer][]) => {
    const form = new FormData();
    for (const [name, content] of contents) form.append('file', new Blob([new Uint8Array(content)]), name);
    const answer = await person.fetch('/api/files?purpose=portrait', { method: 'POST', body: form });
    return ((await answer.json()) as FileView[]).map(({ id }) => id) as [string, string];
  };
  const set = async (person: Client, whole: Buffer, cut: Buffer) => {
    const [original, cropped] = await send(person, ['a.gif', whole], ['b.png', cut]);
    return person.call(profileApi.setPortrait, { body: { original, cropped } });
  };
  const open = async (person: Client, fileId: string | null) =>
    (await person.call(filesApi.open, { params: { fileId: fileId! } })).status;

  test('is seen by all, what it was cut from by its owner, and goes when another comes', async () => {
    const [user, other] = [await server.as('user'), await server.as('user2')];
    const { status, body } = await set(user, gif(340, 260), png(320));
    expect(status).toBe(200);
    expect([
      await open(other, body.portrait),
      await open(other, body.portraitOriginal),
      await open(user, body.portraitOriginal),
    ]).toEqual([200, 404, 200]);
    await set(user, gif(400, 400), png(320));
    expect([await open(user, body.portrait), await open(user, body.portraitOriginal)]).toEqual([404, 404]);
    expect(await user.ok(profileApi.removePortrait)).toMatchObject({ portrait: null, portraitOriginal: null });
  });

  test('is judged by its content', async () => {
    const user = await server.as('user3');
    const large = Buffer.concat([gif(400, 400), Buffer.alloc(3 * 1024 * 1024)]);
    const refusals: [Buffer, Buffer, string][] = [
      [gif(339, 260), png(320), 'profile.picture_too_few_pixels'],
      [gif(340, 259), png(320), 'profile.picture_too_few_pixels'],
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>'),
        png(320),
        'profile.picture_wrong_type',
      ],
      [large, png(320), 'profile.picture_too_large'],
      [gif(400, 400), png(64), 'profile.picture_not_cropped'],
    ];
    for (const [whole, cut, code] of refusals) expect((await set(user, whole, cut)).body).toMatchObject({ code });
  });

  test("cannot be made of another person's upload", async () => {
    const [original, cropped] = await send(await server.as('user4'), ['a.gif', gif(340, 260)], ['b.png', png(320)]);
    expect(
      (await (await server.as('user5')).call(profileApi.setPortrait, { body: { original, cropped } })).status,
    ).toBe(404);
  });

  test("a drawn signature is the owner's", async () => {
    const user = await server.as('user6');
    const [file] = await send(user, ['s.png', png(300)]);
    const { drawnSignature } = await user.ok(profileApi.setDrawnSignature, { body: { file } });
    expect([await open(user, drawnSignature), await open(await server.as('admin'), drawnSignature)]).toEqual([
      200, 404,
    ]);
    expect(await user.ok(profileApi.removeDrawnSignature)).toMatchObject({ drawnSignature: null });
  });
});
