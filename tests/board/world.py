"""The map as a referee would read it aloud, written apart from the data the board is loaded from."""

VALUES_AND_BORDERS = """
Alaska | 3 | Alberta, Kamchatka, Territori del Nord Ovest
Alberta | 4 | Alaska, Ontario, Stati Uniti Occidentali, Territori del Nord Ovest
America Centrale | 3 | Stati Uniti Occidentali, Stati Uniti Orientali, Venezuela
Groenlandia | 4 | Islanda, Ontario, Quebec, Territori del Nord Ovest
Ontario | 6 | Alberta, Groenlandia, Quebec, Stati Uniti Occidentali, Stati Uniti Orientali, Territori del Nord Ovest
Quebec | 3 | Groenlandia, Ontario, Stati Uniti Orientali
Stati Uniti Occidentali | 4 | Alberta, America Centrale, Ontario, Stati Uniti Orientali
Stati Uniti Orientali | 4 | America Centrale, Ontario, Quebec, Stati Uniti Occidentali
Territori del Nord Ovest | 4 | Alaska, Alberta, Groenlandia, Ontario
Argentina | 2 | Brasile, Perù
Brasile | 4 | Africa del Nord, Argentina, Perù, Venezuela
Perù | 3 | Argentina, Brasile, Venezuela
Venezuela | 3 | America Centrale, Brasile, Perù
Europa Meridionale | 6 | Africa del Nord, Egitto, Europa Occidentale, Europa Settentrionale, Medio Oriente, Ucraina
Europa Occidentale | 4 | Africa del Nord, Europa Meridionale, Europa Settentrionale, Gran Bretagna
Europa Settentrionale | 5 | Europa Meridionale, Europa Occidentale, Gran Bretagna, Scandinavia, Ucraina
Gran Bretagna | 4 | Europa Occidentale, Europa Settentrionale, Islanda, Scandinavia
Islanda | 3 | Gran Bretagna, Groenlandia, Scandinavia
Scandinavia | 4 | Europa Settentrionale, Gran Bretagna, Islanda, Ucraina
Ucraina | 6 | Afghanistan, Europa Meridionale, Europa Settentrionale, Medio Oriente, Scandinavia, Urali
Africa del Nord | 6 | Africa Orientale, Brasile, Congo, Egitto, Europa Meridionale, Europa Occidentale
Africa del Sud | 3 | Africa Orientale, Congo, Madagascar
Africa Orientale | 5 | Africa del Nord, Africa del Sud, Congo, Egitto, Madagascar
Congo | 3 | Africa Orientale, Africa del Nord, Africa del Sud
Egitto | 4 | Africa Orientale, Africa del Nord, Europa Meridionale, Medio Oriente
Madagascar | 2 | Africa Orientale, Africa del Sud
Afghanistan | 4 | Cina, Medio Oriente, Ucraina, Urali
Cina | 7 | Afghanistan, India, Medio Oriente, Mongolia, Siam, Siberia, Urali
Cita | 4 | Jacuzia, Kamchatka, Mongolia, Siberia
Giappone | 2 | Kamchatka, Mongolia
India | 3 | Cina, Medio Oriente, Siam
Jacuzia | 3 | Cita, Kamchatka, Siberia
Kamchatka | 5 | Alaska, Cita, Giappone, Jacuzia, Mongolia
Medio Oriente | 6 | Afghanistan, Cina, Egitto, Europa Meridionale, India, Ucraina
Mongolia | 5 | Cina, Cita, Giappone, Kamchatka, Siberia
Siam | 3 | Cina, India, Indonesia
Siberia | 5 | Cina, Cita, Jacuzia, Mongolia, Urali
Urali | 4 | Afghanistan, Cina, Siberia, Ucraina
Australia Occidentale | 3 | Australia Orientale, Indonesia, Nuova Guinea
Australia Orientale | 2 | Australia Occidentale, Nuova Guinea
Indonesia | 3 | Australia Occidentale, Nuova Guinea, Siam
Nuova Guinea | 3 | Australia Occidentale, Australia Orientale, Indonesia
"""  # noqa: E501 - one line for each territory

LINES = [line.split(" | ") for line in VALUES_AND_BORDERS.strip().splitlines()]
VALUES = {name: int(value) for name, value, _ in LINES}
BORDERS = {name: set(near.split(", ")) for name, _, near in LINES}
