"""The words of questions about the weather, and names of places that are often typed in lower case. Knows no sentence.

A word that is in none of these sets is either a place or a sign that something else is asked for.
"""

from __future__ import annotations


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _names(text: str) -> frozenset[str]:
    return frozenset(name.strip() for name in text.split(","))


WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen".split()

WHEN = _set(
    "today tonight tomorrow yesterday now currently present moment morning afternoon evening night noon midday"
    " midnight day days week weeks weekend weekends weekly month months year hour hours minute minutes fortnight later"
    " soon next coming ahead following after before then last ago past daily tomorrows tmrw tues thurs wed thu"
    " fri mon tue sun sat few couple several whole rest"
) | {*WEEKDAYS, *MONTHS, *NUMBERS}
UNITS = _set("fahrenheit celsius centigrade imperial metric degrees degree mph kmh f c units unit american british")
TOPIC = _set(
    "weather forecast forecasts outlook temperature temperatures temp temps rain rains raining rainy rained raindrops"
    " shower showers showery drizzle drizzling wet wetter wettest dry drier dryer driest umbrella umbrellas raincoat"
    " snow snows snowing snowy sleet hail ice icy frost frosty freeze freezes freezing hot hotter hottest warm warmer"
    " warmest cold colder coldest cooler coolest mild milder chilly heat heatwave coat jacket sweater jumper shorts"
    " sunscreen sunglasses wind winds windy windier windiest breeze breezy gust gusts gusty storm storms stormy"
    " thunder thunderstorm lightning sunny sunnier sunniest sunshine cloud clouds cloudy cloudier overcast fog foggy"
    " mist misty humid humidity muggy climate degrees precipitation"
)
# Said of other things too: they count only where nothing else is spoken of.
WEAK_TOPIC = _set(
    "wet wetter wettest dry drier dryer driest shower showers ice icy hot hotter hottest warm warmer warmest cold"
    " colder coldest cooler coolest mild milder heat coat jacket sweater jumper shorts wind storm storms cloud clouds"
    " degrees freeze freezing climate breeze fog lightning thunder frost temp temps"
)
AIR = _set("air pollution polluted pollutants smog smoggy aqi particulates particles dust breathe breathing breathable")
HOLIDAYS = {"christmas": (12, 25), "halloween": (10, 31)}
REMIND = _set("remind reminds reminder reminders reminded notify alert warn text message ping outbox")
FUNCTION = _set(
    "a an the this that these those it its i me my mine we us our you your he she they them there here s is are am"
    " was were be been being do does did don doesn didn isn aren wasn won wouldn shouldn couldn can could may might"
    " must shall should will would going gonna go get gets getting have has had having need needs want wants like"
    " likes likely let lets know what which who where when why how whats hows whatis and or but also plus both either"
    " as at by for from in into near around about of off on onto out over per than to too up versus vs via with within"
    " without if whether so such not no any some all each every one ones same other others another more most much many"
    " less least lot bit very really quite pretty just only even still yet again once twice thrice times please thanks"
    " thank hello hi hey ok okay well oh yes compare compared comparing comparison between difference different differ"
    " check checks checking look looks looking see tell show give say find fetch ask try trying retry use using make"
    " write put set send take bring wear expect expected expecting supposed chance chances probability level levels"
    " quality good bad better best worse worst okay fine safe clean cleaner cleanest dirty dirtier place places city"
    " cities town towns country world outside outdoors inside right place info information details report update data"
    " answer question numbers number current latest live real currently similar feels feel feeling refresh repeat"
    " fails fail works work it'll i'll i'd wondering wonder curious planning plan travel travelling traveling visit"
    " visiting trip holiday vacation fly flying walk walking run running cycle cycling picnic gym bbq barbecue outing"
    " event match game home bed general case sure fun lunch dinner breakfast total short detail everyone everybody"
    " people someone high highs low lows max min maximum minimum average amount how's what's because since while until"
    " till during through throughout instead rather doing clear nice nicer nicest cool conditions condition go going"
    " mean meant actually sorry correction change switch convert reply always never"
)
RESERVED = WHEN | UNITS | TOPIC | AIR | REMIND | FUNCTION | HOLIDAYS.keys()

# Long enough that a slip of the fingers is still plainly this word.
MISSPELT = (
    *("weather", "forecast", "temperature", "raining", "humidity", "pollution", "umbrella", "reminder", "tomorrow"),
    *("fahrenheit", "celsius", "imperial", "weekend", "compare", *(day for day in WEEKDAYS if len(day) > 6)),
)

CITIES = _names(
    "abu dhabi, accra, addis ababa, adelaide, algiers, amsterdam, ankara, athens, atlanta, auckland, austin, baghdad,"
    " baku, baltimore, bangalore, bangkok, barcelona, basel, beijing, beirut, belfast, belgrade, bergen, berlin, bern,"
    " birmingham, bogota, bogotá, bologna, bordeaux, boston, brasilia, bratislava, brighton, brisbane, bristol, brno,"
    " brussels, bucharest, budapest, buenos aires, busan, cairo, calgary, cambridge, canberra, cape town, caracas,"
    " cardiff, casablanca, charlotte, chennai, chicago, christchurch, cologne, colombo, copenhagen, cordoba, cusco,"
    " dakar, dallas, damascus, dar es salaam, darwin, delhi, denver, detroit, dhaka, doha, dresden, dubai, dublin,"
    " durban, dusseldorf, düsseldorf, edinburgh, edmonton, exeter, florence, frankfurt, gdansk, geneva, genoa, ghent,"
    " glasgow, gothenburg, graz, guadalajara, hamburg, hanoi, hanover, harare, havana, helsinki, hiroshima, ho chi"
    " minh city, hobart, hong kong, honolulu, houston, hyderabad, inverness, istanbul, jakarta, jerusalem,"
    " johannesburg, kabul, kampala, karachi, kathmandu, kigali, kingston, kinshasa, kolkata, krakow, kraków, kuala"
    " lumpur, kuwait city, kyiv, kyoto, la paz, lagos, lahore, las vegas, leeds, leicester, leipzig, lille, lima,"
    " lisbon, liverpool, ljubljana, london, los angeles, luanda, lusaka, luxembourg, lyon, madrid, malaga, málaga,"
    " manaus, manchester, manila, marrakech, marrakesh, marseille, medellin, melbourne, memphis, mexico city, miami,"
    " milan, minneapolis, minsk, mombasa, montevideo, montreal, montréal, moscow, mumbai, munich, nairobi, naples,"
    " nashville, new delhi, new orleans, new york, new york city, newcastle, nicosia, norwich, nottingham, oporto,"
    " osaka, oslo, ottawa, oxford, palermo, panama city, paris, perth, philadelphia, phoenix, pittsburgh, plymouth,"
    " portland, porto, prague, pretoria, pune, pyongyang, quebec, quito, rabat, recife, reykjavik, reykjavík, riga,"
    " rio de janeiro, rio, riyadh, rome, rotterdam, salvador, salzburg, san diego, san francisco, san jose, san juan,"
    " santiago, sao paulo, são paulo, sapporo, sarajevo, seattle, seoul, seville, shanghai, sheffield, singapore,"
    " sofia, southampton, st louis, stavanger, stockholm, strasbourg, stuttgart, sydney, taipei, tallinn, tashkent,"
    " tbilisi, tehran, tel aviv, the hague, tirana, tokyo, toronto, toulouse, trondheim, tunis, turin, ulaanbaatar,"
    " utrecht, valencia, vancouver, venice, verona, vienna, vilnius, warsaw, washington, wellington, wichita,"
    " windhoek, winnipeg, wuhan, yangon, yerevan, york, zagreb, zanzibar, zurich, zürich"
)
# What may stand after a place and a comma.
REGIONS = _names(
    "uk, gb, us, usa, uae, england, scotland, wales, northern ireland, ireland, united kingdom, great britain,"
    " britain, united states, america, france, germany, italy, spain, portugal, austria, switzerland, belgium,"
    " netherlands, denmark, norway, sweden, finland, iceland, poland, czechia, hungary, romania, greece, turkey,"
    " russia, ukraine, canada, mexico, brazil, argentina, chile, peru, colombia, australia, new zealand, japan, china,"
    " india, pakistan, egypt, kenya, nigeria, south africa, morocco, israel, indonesia, thailand, vietnam, korea,"
    " south korea, philippines, alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware,"
    " florida, georgia, hawaii, idaho, illinois, indiana, iowa, kansas, kentucky, louisiana, maine, maryland,"
    " massachusetts, michigan, minnesota, mississippi, missouri, montana, nebraska, nevada, new hampshire, new jersey,"
    " new mexico, north carolina, north dakota, ohio, oklahoma, oregon, pennsylvania, rhode island, south carolina,"
    " south dakota, tennessee, texas, utah, vermont, virginia, west virginia, wisconsin, wyoming, ontario, british"
    " columbia, alberta, queensland, new south wales, victoria, tasmania, bavaria"
)
LOWER_CODES = _set("gb uk us usa fr de au nz ca jp cn br za ie nl ch se dk es pt uae")
