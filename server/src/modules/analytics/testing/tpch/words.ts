import { Choice } from './random.ts';

// Words of the TPC-H specification, section 4.2.2.13, and how often each comes up in texts (the published data generator's weights).

const combined = (...lists: string[][]): string[] =>
  lists.reduce((before, list) => before.flatMap((one) => list.map((other) => `${one} ${other}`)));

export const partTypes = Choice.even(
  combined(
    ['STANDARD', 'SMALL', 'MEDIUM', 'LARGE', 'ECONOMY', 'PROMO'],
    ['ANODIZED', 'BURNISHED', 'PLATED', 'POLISHED', 'BRUSHED'],
    ['TIN', 'NICKEL', 'BRASS', 'STEEL', 'COPPER'],
  ),
);
export const containers = Choice.even(
  combined(['SM', 'LG', 'MED', 'JUMBO', 'WRAP'], ['CASE', 'BOX', 'BAG', 'JAR', 'PACK', 'PKG', 'CAN', 'DRUM']),
);
export const instructions = Choice.even(['DELIVER IN PERSON', 'COLLECT COD', 'TAKE BACK RETURN', 'NONE']);
export const modes = Choice.even(['REG AIR', 'AIR', 'RAIL', 'TRUCK', 'MAIL', 'FOB', 'SHIP']);
export const segments = Choice.even(['AUTOMOBILE', 'BUILDING', 'FURNITURE', 'HOUSEHOLD', 'MACHINERY']);
export const priorities = Choice.even(['1-URGENT', '2-HIGH', '3-MEDIUM', '4-NOT SPECIFIED', '5-LOW']);
export const returned = Choice.even(['R', 'A']);

export const regions = ['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST'];
/** With the region each lies in. */
export const nations: readonly [string, number][] = [
  ['ALGERIA', 0],
  ['ARGENTINA', 1],
  ['BRAZIL', 1],
  ['CANADA', 1],
  ['EGYPT', 4],
  ['ETHIOPIA', 0],
  ['FRANCE', 3],
  ['GERMANY', 3],
  ['INDIA', 2],
  ['INDONESIA', 2],
  ['IRAN', 4],
  ['IRAQ', 4],
  ['JAPAN', 2],
  ['JORDAN', 4],
  ['KENYA', 0],
  ['MOROCCO', 0],
  ['MOZAMBIQUE', 0],
  ['PERU', 1],
  ['CHINA', 2],
  ['ROMANIA', 3],
  ['SAUDI ARABIA', 4],
  ['VIETNAM', 2],
  ['RUSSIA', 3],
  ['UNITED KINGDOM', 3],
  ['UNITED STATES', 1],
];

export const colours = (
  'almond antique aquamarine azure beige bisque black blanched blue blush brown burlywood burnished chartreuse chiffon ' +
  'chocolate coral cornflower cornsilk cream cyan dark deep dim dodger drab firebrick floral forest frosted gainsboro ghost ' +
  'goldenrod green grey honeydew hot indian ivory khaki lace lavender lawn lemon light lime linen magenta maroon medium ' +
  'metallic midnight mint misty moccasin navajo navy olive orange orchid pale papaya peach peru pink plum powder puff purple ' +
  'red rose rosy royal saddle salmon sandy seashell sienna sky slate smoke snow spring steel tan thistle tomato turquoise ' +
  'violet wheat white yellow'
).split(' ');

/** Words of one weight after each other, as `40: packages,requests`. */
function weighted(...groups: string[]): Choice {
  return new Choice(
    Object.fromEntries(
      groups.flatMap((group) => {
        const [weight = '', words = ''] = group.split(': ');
        return words.split(',').map((word) => [word, Number(weight)]);
      }),
    ),
  );
}

export const nouns = weighted(
  '40: packages,requests,accounts,deposits',
  '20: foxes,ideas,theodolites,pinto beans,instructions',
  '10: dependencies,excuses,platelets,asymptotes',
  '5: courts,dolphins',
  '1: multipliers,sauternes,warthogs,frets,dinos,attainments,somas,Tiresias,patterns,forges,braids,frays,warhorses,dugouts,' +
    'notornis,epitaphs,pearls,tithes,waters,orbits,gifts,sheaves,depths,sentiments,decoys,realms,pains,grouches,escapades,' +
    'hockey players',
);
export const verbs = weighted(
  '20: sleep,wake,are,cajole,haggle',
  '10: nag,use,boost',
  '5: affix,detect,integrate',
  '1: maintain,nod,was,lose,sublate,solve,thrash,promise,engage,hinder,print,x-ray,breach,eat,grow,impress,mold,poach,serve,' +
    'run,dazzle,snooze,doze,unwind,kindle,play,hang,believe,doubt',
);
export const adverbs = weighted(
  '1: sometimes,always,never',
  '50: furiously,slyly,carefully',
  '40: blithely',
  '30: quickly',
  '20: fluffily',
  '1: slowly,quietly,ruthlessly,thinly,closely,doggedly,daringly,bravely,stealthily,permanently,enticingly,idly,busily,' +
    'regularly,finally,ironically,evenly,boldly,silently',
);
export const adjectives = weighted(
  '20: special,pending,unusual,express',
  '1: furious,sly,careful,blithe,quick,fluffy,slow,quiet,ruthless,thin,close,dogged,daring,brave,stealthy,permanent,enticing,' +
    'idle,busy',
  '50: regular',
  '40: final,ironic',
  '30: even',
  '20: bold',
  '10: silent',
);
export const prepositions = weighted(
  '50: about,above,according to,across,after',
  '40: against,along',
  '30: alongside of,among',
  '20: around',
  '10: at',
  // one of them is misspelt in the generator, and so in its texts
  '1: atop,before,behind,beneath,beside,besides,between,beyond,by,despite,during,except,for,from,in place of,inside,instead of,' +
    'into,near,of,on,outside,over,past,since,through,throughout,to,toward,under,until,up,upon,whithout,with,within',
);
export const auxiliaries = weighted(
  '1: do,may,might,shall,will,would,can,could,should,ought to,must,will have to,shall have to,could have to,should have to,' +
    'must have to,need to,try to',
);
export const terminators = weighted('50: .', '1: ;,:,?,!,--');

/** N: words around a noun, V: around a verb, P: a preposition and words around a noun, T: what ends a sentence. */
export const sentences = weighted('3: NVT,NVPT,NVNT', '1: NPVNT,NPVPT');
/** N: noun, J: adjective, D: adverb; C: an adjective with a comma behind it. */
export const nounGroups = weighted('10: N', '20: JN', '10: CJN', '50: DJN');
/** V: verb, X: auxiliary, D: adverb. */
export const verbGroups = weighted('30: V', '1: XV', '40: VD', '1: XVD');
