/** What several words say together that none says alone: one of each list has to be there. */
export interface Combination {
  reason: string;
  weight: number;
  lists: readonly string[];
}

const people = `child|children|kid|kids|pupil|pupils|baby|toddler|girl|boy|guest|guests|visitor|visitors|patient|patients|passenger|passengers|resident|residents|driver|worker|workers|colleague|nurse|somebody|someone|people|man|woman|cyclist|pedestrian|pedestrians|class|customer|customers
|kind|kinder|gast|gaste|gasten|patient|patientin|mitarbeiter|mitarbeiterin|kollege|kollegin|leute|fahrer|person|personen|enfant|enfants|eleve|cliente|client|clients|patiente|salarie|passant|gens|nino|ninos|nina|huesped|huespedes|paciente|trabajador|trabajadora|jornalero|empleado|empleada|personas|peaton`;

const danger = `fell|fall|falls|falling|fallen|came down|hangs over|hanging over|split|collapse|collapses|trapped|stuck in|cut himself|cut herself|cut his|cut her|broke his|broke her|broken arm|broken leg|hospital|blood|bleeds|hurt|hurts|unwell|faint|fainted|dizzy|vomiting|fever|sting|stung|bitten|bite|on red|sinkhole
|slipped|tripped|shock|swallowed|choked|crushed|sags|sag|unstable|loose railing|broken railing|ice on|black ice|exhaust|fumes|chlorine|acid|ammonia|knife|glass|scalded|allergy|allergic|peanut|nuts
|hangt mit|steckt|krankenhaus|gestolpert|gefallen|absturzt|herabgefallen|geschnitten|schwindel|ohnmachtig|glatteis|scherben|saure|chlor|hangt lose|hopital|se sent mal|glisse|est tombe|est tombee|s est coupe|s est coupee|verglas|evanoui|evanouie|double de la dose
|se ha cortado|se ha caido|se siente mal|resbalo|cayo|mareo|mareado|sangre|hielo|amoniaco|lejia|doble de la dosis`;

const cold = `fridge|refrigerator|freezer|cooler|cold room|cold store|cold storage|cooling|reefer|chiller|kuhlschrank|kuhlhaus|kuhlzelle|kuhlraum|kuhlung|gefrierschrank|truhe|tiefkuhler|frigo|refrigerateur|congelateur|chambre froide|nevera|frigorifico|camara|camara frigorifica|congelador`;
const temperature = `degrees|degree|warm|c|temperature|thaw|grad|temperatur|degres|grados|temperatura|minus|off|ausgefallen`;

const scope = `nobody|no one|everybody|everyone|all|every|any|whole|entire|no teacher|no customer|no guest|no driver|niemand|alle|allen|jeder|jede|ganze|ganzen|keine tur|personne|tous|toutes|aucun|aucune|nadie|todos|todas|ningun|ninguna|every second|half of the|dozens|hundreds|forty calls|calls since`;
const malfunction = `fails|failed|failing|failure|error|errors|down|freezes|frozen|stuck|crash|crashes|crashed|rejects|rejected|refuses|broken|wrong|stopped|stops|dead|cannot|cant|doesnt|does not|do not|wont|not working|no longer|leaks|lost|missing|compile|blank|cheat|stays
|fehler|kaputt|defekt|hangt|falsch|weg|geht nicht|gehen nicht|funktioniert nicht|mehr|erreur|casse|bloque|ne marche pas|impossible|plante|disparu|error|roto|falla|no funciona|no funcionan|no se puede|bloqueado|imposible`;
const since = `since this morning|since yesterday|since six|since eight|since nine|since noon|since the rain|since last night|for an hour|for hours|for two hours|overnight|all night|all day|right away|already|within minutes|minutes ago|an hour ago|just now|seit heute|seit gestern|seit einer stunde|seit stunden|seit heute fruh|seit 14 uhr|schon
|depuis ce matin|depuis hier|depuis une heure|desde esta manana|desde ayer|desde hace una hora|desde hace dos horas|llega ya|ya`;

export const combinations: readonly Combination[] = [
  { reason: 'somebody may come to harm', weight: 2.9, lists: [people, danger] },
  { reason: 'what has to be cold may be warm', weight: 3.2, lists: [cold, temperature] },
  { reason: 'something fails for everybody', weight: 1.6, lists: [scope, malfunction] },
  { reason: 'something fails right now', weight: 1, lists: [since, malfunction] },
];
